// Vector kernels, only where Swift is measurably slower; figures stand in Signals.md.
//
// Each output value is made by the same operations in the same order wherever it falls in a block and
// whatever the processor is: products and sums are rounded separately, never fused. A plain Swift twin
// of each kernel stands in SignalsTests and gives the same bits.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// y[i] = sum over k of taps[k] * x[i + step * k], summed in the order of k, for i in 0 ..< count: step is 1 for a signal
/// and 4 for rows of four. Reads x[0 ..< count + step * (tapCount - 1)]. Nothing may overlap y.
void signal_kernels_correlate(const double *x, const double *taps, long tapCount, long step,
                              double *y, long count);

/// y[i] = sum over k of taps[k] * x[i * step + k], for i in 0 ..< count.
/// Sixteen partial sums, of the taps k, k + 16, k + 32, ..., are added as a tree: halves, quarters, ...
/// tapCount is a multiple of 16. Reads x[0 ..< (count - 1) * step + tapCount].
void signal_kernels_correlate_every(const float *x, const float *taps, long tapCount, long step,
                                    float *y, long count);

/// z[2i] = a[i], z[2i + 1] = b[i] for i in 0 ..< count.
void signal_kernels_interleave(const float *a, const float *b, float *z, long count);

/// a[i] = scale * z[2i], b[i] = scale * z[2i + 1] for i in 0 ..< count.
void signal_kernels_separate(const float *z, float scale, float *a, float *b, long count);

/// Makes z, complex points 0 ... count / 2 of which are given, even: z[count - i] = z[i].
void signal_kernels_mirror(float *z, long count);

/// From the transform z of a + ib (count complex points, a power of two) the powers of a and of b, at
/// bins 0 ... count / 2.
void signal_kernels_pair_powers(const float *z, long count, float *a, float *b);

/// cosine[i] = cos(x[i]), sine[i] = sin(x[i]) for |x[i]| < 1e6, within 2e-16 of the true values; polynomials
/// of FDLIBM (Sun Microsystems, 1993) after reduction by a two-part half pi.
void signal_kernels_cosine_sine(const double *x, double *cosine, double *sine, long count);

/// radians[i] and lengths[i] of the points (x, y), pairs of doubles: atan2(y, x) within 1e-15, 0 at the origin, and the root
/// of x² + y²; polynomial of FDLIBM (Sun Microsystems, 1993).
void signal_kernels_polar(const void *points, double *radians, double *lengths, long count);

/// x[i] = ln(x[i]) for positive normal numbers, within two units of the last place; polynomial of Cephes
/// (S. L. Moshier, 1992).
void signal_kernels_logarithm(float *x, long count);

/// y[i] = word[i * stride] * unit, multiplied as double, for i in 0 ..< count; the words are 16 bits with
/// sign, little-endian, at any address.
void signal_kernels_scale_words(const void *words, long stride, double unit, float *y, long count);

/// y[i] = the 10 bits with sign that end below the top `shift` bits of the 32-bit word i, times two to
/// the power of the word's top two bits, times unit, multiplied as double; little-endian, at any address.
void signal_kernels_scale_packed_words(const void *words, int shift, double unit, float *y,
                                       long count);

/// y[i] = first + step * (start + i) for i in 0 ..< count.
void signal_kernels_ramp(double first, double step, long start, double *y, long count);

/// One pass of at most four recursive sections over `count` numbers that lie `step` apart (negative: backward in
/// time). A section is five numbers b0, c1, c2, a1, a2, with c = b - a b0; its memory, two numbers, goes from
/// (n, f) with an input v to (f + c1 v - a1 n, c2 v - a2 n), its output is b0 v + n.
void signal_kernels_cascade(double *rows, long count, long step, const double *sections,
                            long sectionCount, const double *memory);

/// The same for rows of four numbers; the memory is two rows of four for each section.
void signal_kernels_cascade_of_four(double *rows, long count, long step, const double *sections,
                                    long sectionCount, const double *memory);

/// The same for rows of two numbers, each with sections of its own: a section is five rows, its memory two.
void signal_kernels_cascade_of_two(void *rows, long count, long step, const void *sections,
                                   long sectionCount, const void *memory);

/// Adds to each row of `up` a unit vector of the world, followed from the first of `ends` on, and backward from the second:
/// carried along by the angular rate for so many seconds, then drawn by a share toward force / gravity. A row is four doubles,
/// the last of which says nothing. The length is set right by one step of Newton's for the inverse root where its square lies
/// between 0.9 and 1.1, which leaves 2 in 1,000 to the next row.
void signal_kernels_up(const void *force, const void *rate, long count, const void *ends,
                       double seconds, double share, double gravity, void *up);

/// Scales rows of four doubles so that the first three have length 1; zeros stay.
void signal_kernels_units(void *rows, long count);

/// y = x without its mean and without its slope along `trend`, whose squares sum to 1; returns the sum of the
/// squares of y. y and trend have room for a multiple of 16, with zeros behind; a sum is made of sixteen
/// partial sums that are folded in halves.
float signal_kernels_detrend(const float *x, const float *trend, long count, float *y, float *mean);

/// As `signal_kernels_detrend` for three signals, each with a mean and a sum of squares.
void signal_kernels_detrend_three(const float *a, const float *b, const float *c,
                                  const float *trend, long count, float *ya, float *yb, float *yc,
                                  float *means, float *squares);

/// The four largest of at least four numbers, the largest first.
void signal_kernels_four_largest(const float *x, long count, float *largest);

/// length[i] = sqrt((x² + z²) + y²).
void signal_kernels_lengths(const float *x, const float *y, const float *z, float *length,
                            long count);

/// For each row of weights the sum of weight[i] * x[i]²; count is a multiple of 16.
void signal_kernels_weighted_squares(const float *x, const float *weights, long rowCount,
                                     long count, float *sums);

/// along[i] = (a x[i] + c z[i]) + b y[i]; returns the sum of its squares. Count is a multiple of 16.
float signal_kernels_squares_along(const float *x, const float *y, const float *z, float a, float b,
                                   float c, float *along, long count);

/// The sum of x[i] y[i], made of sixteen partial sums that are folded in halves; count is a multiple of 16.
float signal_kernels_dot(const float *x, const float *y, long count);

/// z[2i] = a[i] * weights[i], z[2i + 1] = b[i] * weights[i].
void signal_kernels_multiply_pair(const float *a, const float *b, const float *weights, float *z,
                                  long count);

/// shares[k] = (sums[bands[2k + 1]] - sums[bands[2k]]) / total, as float, + floor.
void signal_kernels_band_shares(const double *sums, const int *bands, long count, double total,
                                float floor, float *shares);

/// sums[i + 1] = sums[i] + the i-th number, from 0, of a and of b; count + 1 sums of each.
void signal_kernels_running_sums(const float *a, double *sumsOfA, const float *b, double *sumsOfB,
                                 long count);

/// shares[i] = x[i] / whole * weights[i].
void signal_kernels_shares(const float *x, double whole, const double *weights, double *shares,
                           long count);

/// The sum of (dx² + dz²) + dy² over the steps from each of count points to the next, one after the other.
float signal_kernels_squared_steps(const float *x, const float *y, const float *z, long count);

/// y[k] += weights[row] * x[places[row * count + k]], for one row after the other.
void signal_kernels_add_picked(double *y, const float *x, const int *places, const double *weights,
                               long rowCount, long count);

/// sums[i] += weights[j] * (x at i + scale * offsets[j], on straight lines), for eight i from 0 and all points j; reads x
/// from floor(scale * the first offset) to 8 beyond floor(scale * the last one), offsets rising.
void signal_kernels_add_points(double *sums, const double *x, const double *weights,
                               const double *offsets, long pointCount, double scale);

/// y[k] += weight * (x between places[k] and the next, at a share of the way).
void signal_kernels_add_between(double *y, const double *x, const int *places,
                                const double *shares, double weight, long count);

/// Points k / rate from k = first on, as far as they lie before seconds[last]: after which of the rising seconds each lies, and at
/// what share of the way to the next, 0 to 1. A point up to 1e-9 s before one of the seconds counts as behind it. Returns how
/// many there are.
long signal_kernels_grid_points(const double *seconds, long last, long first, double rate,
                                int *places, double *shares);

/// How many samples from the first on are no larger than `most` on any axis, not zero on all, and have a next one (count + 1 are
/// read) that is not equal on all axes and no more than `jump` away on any.
long signal_kernels_ordinary(const float *x, const float *y, const float *z, long count, float most,
                             float jump);

/// y[k] = x between places[k] and the next, at a share of the way; exactly x where the share is 0 or 1.
void signal_kernels_lines(const float *x, const int *places, const double *shares, float *y,
                          long count);

/// |DFT|² of three signals without their means at eight harmonics: eight powers of a, of b, of c. `steps` has the cosines, then
/// the sines, of the angle by which each harmonic turns from sample to sample.
void signal_kernels_harmonics(const double *a, const double *b, const double *c, long count,
                              const double *means, const double *steps, double *powers);

/// The largest |x[i]|, 0 for none; values that are no number are passed over.
float signal_kernels_largest(const float *x, long count);

/// The largest x[i + 1] - x[i]; 0 where nothing rises.
double signal_kernels_largest_step(const double *x, long count);

#ifdef __cplusplus
}
#endif
