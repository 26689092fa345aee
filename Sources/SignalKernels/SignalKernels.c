#include "SignalKernels.h"

#include <stdint.h>

// The same bits on every processor, and in the Swift twins.
#pragma STDC FP_CONTRACT OFF

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED
#endif
#endif

// One binary for every x86-64: the loader picks the clone for the processor it runs on. Elsewhere the
// compiler's default target already has the vectors that every such processor has. A sanitizer is not
// ready yet when the loader picks, and the program would crash before it starts.
#if defined(__x86_64__) && defined(__linux__) && !defined(IS_SANITIZED)
#define FOR_EACH_PROCESSOR \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
// For numbers that lie anywhere: the widest clone would gather them into vectors, which takes twice as long.
#define WITHOUT_GATHERING __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#define WITHOUT_GATHERING
#endif

typedef double double8 __attribute__((vector_size(64), aligned(8)));
typedef double double4 __attribute__((vector_size(32), aligned(8)));
typedef double double2 __attribute__((vector_size(16), aligned(8)));
typedef int64_t long2lanes __attribute__((vector_size(16), aligned(8)));
// One number that the compiler does not pack with others: a recursion would wait for the packing.
typedef double double1 __attribute__((vector_size(8), aligned(8)));
typedef float float16 __attribute__((vector_size(64), aligned(4)));
typedef float float8 __attribute__((vector_size(32)));
typedef float float4 __attribute__((vector_size(16)));
// Eight neighbors that lie anywhere, and what comparing eight doubles gives.
typedef float float8any __attribute__((vector_size(32), aligned(4)));
typedef int32_t int8lanes __attribute__((vector_size(32), aligned(4)));
typedef int64_t long8lanes __attribute__((vector_size(64), aligned(8)));

// Vectors run across outputs, so that each output is one plain sum. Thirty-two at a time keep enough
// additions under way; the last ones are made by a block that reaches back over values already made.
FOR_EACH_PROCESSOR
void signal_kernels_correlate(const double *restrict x, const double *restrict taps, long tapCount,
                              long step, double *restrict y, long count) {
  long i = 0;
  while (count >= 32 && i < count) {
    if (i > count - 32) i = count - 32;
    double8 a = {0}, b = {0}, c = {0}, d = {0};
    const double *place = x + i;
    for (long k = 0; k < tapCount; k++, place += step) {
      const double tap = taps[k];
      a += tap * *(const double8 *)place;
      b += tap * *(const double8 *)(place + 8);
      c += tap * *(const double8 *)(place + 16);
      d += tap * *(const double8 *)(place + 24);
    }
    *(double8 *)(y + i) = a;
    *(double8 *)(y + i + 8) = b;
    *(double8 *)(y + i + 16) = c;
    *(double8 *)(y + i + 24) = d;
    i += 32;
  }
  for (; i < count; i++) {
    double sum = 0;
    for (long k = 0; k < tapCount; k++) sum += taps[k] * x[i + step * k];
    y[i] = sum;
  }
}

#define SUM_OF_LANES(v, out)                                                     \
  do {                                                                           \
    float8 eight = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +       \
                   __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);  \
    float4 four = __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +            \
                  __builtin_shufflevector(eight, eight, 4, 5, 6, 7);             \
    out = (four[0] + four[2]) + (four[1] + four[3]);                             \
  } while (0)

FOR_EACH_PROCESSOR
void signal_kernels_correlate_every(const float *restrict x, const float *restrict taps,
                                    long tapCount, long step, float *restrict y, long count) {
  long i = 0;
  for (; i + 4 <= count; i += 4) {
    float16 a = {0}, b = {0}, c = {0}, d = {0};
    const float *p0 = x + i * step, *p1 = p0 + step, *p2 = p1 + step, *p3 = p2 + step;
    for (long k = 0; k < tapCount; k += 16) {
      const float16 tap = *(const float16 *)(taps + k);
      a += tap * *(const float16 *)(p0 + k);
      b += tap * *(const float16 *)(p1 + k);
      c += tap * *(const float16 *)(p2 + k);
      d += tap * *(const float16 *)(p3 + k);
    }
    SUM_OF_LANES(a, y[i]);
    SUM_OF_LANES(b, y[i + 1]);
    SUM_OF_LANES(c, y[i + 2]);
    SUM_OF_LANES(d, y[i + 3]);
  }
  for (; i < count; i++) {
    float16 a = {0};
    const float *place = x + i * step;
    for (long k = 0; k < tapCount; k += 16)
      a += *(const float16 *)(taps + k) * *(const float16 *)(place + k);
    SUM_OF_LANES(a, y[i]);
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_interleave(const float *restrict a, const float *restrict b, float *restrict z,
                               long count) {
  for (long i = 0; i < count; i++) {
    z[2 * i] = a[i];
    z[2 * i + 1] = b[i];
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_separate(const float *restrict z, float scale, float *restrict a,
                             float *restrict b, long count) {
  for (long i = 0; i < count; i++) {
    a[i] = scale * z[2 * i];
    b[i] = scale * z[2 * i + 1];
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_mirror(float *z, long count) {
  const float *restrict from = z + 2;
  float *restrict to = z + count + 2;
  const long points = count / 2 - 1;
  for (long i = 0; i < points; i++) {
    to[2 * i] = from[2 * (points - 1 - i)];
    to[2 * i + 1] = from[2 * (points - 1 - i) + 1];
  }
}

// A bin and its mirror image hold the sum and the difference of what the two signals have there.
FOR_EACH_PROCESSOR
void signal_kernels_pair_powers(const float *restrict z, long count, float *restrict a,
                                float *restrict b) {
  a[0] = z[0] * z[0];
  b[0] = z[1] * z[1];
  for (long i = 1; i <= count / 2; i++) {
    const long mirror = count - i;
    const float sumReal = z[2 * i] + z[2 * mirror], gapReal = z[2 * i] - z[2 * mirror];
    const float sumImaginary = z[2 * i + 1] + z[2 * mirror + 1];
    const float gapImaginary = z[2 * i + 1] - z[2 * mirror + 1];
    a[i] = 0.25f * (sumReal * sumReal + gapImaginary * gapImaginary);
    b[i] = 0.25f * (sumImaginary * sumImaginary + gapReal * gapReal);
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_cosine_sine(const double *restrict x, double *restrict cosine,
                                double *restrict sine, long count) {
  const double magic = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  for (long i = 0; i < count; i++) {
    const double shifted = x[i] * 0.63661977236758134308 + magic;  // 2 / pi
    const double n = shifted - magic;
    long long bits;
    __builtin_memcpy(&bits, &shifted, sizeof bits);
    const double r = (x[i] - n * 1.57079632673412561417e+00) - n * 6.07710050650619224932e-11;
    const double z = r * r;
    const double s =
        r + r * z *
                (-1.66666666666666324348e-01 +
                 z * (8.33333333332248946124e-03 +
                      z * (-1.98412698298579493134e-04 +
                           z * (2.75573137070700676789e-06 +
                                z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const double c =
        (1.0 - 0.5 * z) +
        z * z *
            (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    const double isOdd = (double)(bits & 1);
    const double sineSign = 1.0 - (double)(bits & 2);
    const double cosineSign = 1.0 - (double)((bits + 1) & 2);
    sine[i] = sineSign * (isOdd != 0.0 ? c : s);
    cosine[i] = cosineSign * (isOdd != 0.0 ? s : c);
  }
}

// A turn is made from the one before, and each waits for its own: eight go side by side, and three signals share them.
FOR_EACH_PROCESSOR
void signal_kernels_harmonics(const double *restrict a, const double *restrict b,
                              const double *restrict c, long count, const double *means,
                              const double *steps, double *restrict powers) {
  const double8 stepReal = *(const double8 *)steps, stepImaginary = *(const double8 *)(steps + 8);
  double8 turnReal = (double8){0} + 1.0, turnImaginary = {0};
  double8 ar = {0}, ai = {0}, br = {0}, bi = {0}, cr = {0}, ci = {0};
  for (long i = 0; i < count; i++) {
    const double x = a[i] - means[0], y = b[i] - means[1], z = c[i] - means[2];
    ar += x * turnReal;
    ai += x * turnImaginary;
    br += y * turnReal;
    bi += y * turnImaginary;
    cr += z * turnReal;
    ci += z * turnImaginary;
    const double8 next = turnReal * stepReal - turnImaginary * stepImaginary;
    turnImaginary = turnReal * stepImaginary + turnImaginary * stepReal;
    turnReal = next;
  }
  *(double8 *)powers = ar * ar + ai * ai;
  *(double8 *)(powers + 8) = br * br + bi * bi;
  *(double8 *)(powers + 16) = cr * cr + ci * ci;
}

FOR_EACH_PROCESSOR
void signal_kernels_polar(const void *points, double *restrict radians, double *restrict lengths,
                          long count) {
  const double *restrict z = points;
  for (long i = 0; i < count; i++) {
    const double x = z[2 * i], y = z[2 * i + 1];
    const double wide = __builtin_fabs(x), high = __builtin_fabs(y);
    const double small = wide < high ? wide : high, large = wide < high ? high : wide;
    // From a quarter of a right angle on, the rest to half of one is small again.
    const double isFar = small > 0.41421356237309503 * large ? 1 : 0;
    const double below = large + isFar * small;
    const double t = (small - isFar * large) / (below > 0 ? below : 1);
    const double s = t * t, w = s * s;
    const double odd =
        s * (3.33333333333329318027e-01 +
             w * (1.42857142725034663711e-01 +
                  w * (9.09088713343650656196e-02 +
                       w * (6.66107313738753120669e-02 +
                            w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
    const double even =
        w * (-1.99999999998764832476e-01 +
             w * (-1.11111104054623557880e-01 +
                  w * (-7.69187620504482999495e-02 +
                       w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
    const double turn = isFar * 7.85398163397448278999e-01 +
                        ((isFar * 3.06161699786838301793e-17 - t * (odd + even)) + t);
    const double upright = wide < high ? 1.57079632679489655800e+00 - turn : turn;
    const double angle = x < 0 ? 3.14159265358979311600e+00 - upright : upright;
    radians[i] = __builtin_copysign(angle, y);
    lengths[i] = __builtin_sqrt(x * x + y * y);
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_logarithm(float *restrict x, long count) {
  for (long i = 0; i < count; i++) {
    int bits;
    __builtin_memcpy(&bits, &x[i], sizeof bits);
    // Subtracting the bits of sqrt(1/2) puts the mantissa between sqrt(1/2) and sqrt(2).
    const int above = bits - 0x3f3504f3;
    const float e = (float)(above >> 23);
    const int mantissa = (above & 0x7fffff) + 0x3f3504f3;
    float m;
    __builtin_memcpy(&m, &mantissa, sizeof m);
    const float f = m - 1.0f;
    const float z = f * f;
    float p = 7.0376836292e-2f;
    p = p * f - 1.1514610310e-1f;
    p = p * f + 1.1676998740e-1f;
    p = p * f - 1.2420140846e-1f;
    p = p * f + 1.4249322787e-1f;
    p = p * f - 1.6668057665e-1f;
    p = p * f + 2.0000714765e-1f;
    p = p * f - 2.4999993993e-1f;
    p = p * f + 3.3333331174e-1f;
    const float y = f * z * p + e * -2.12194440e-4f - 0.5f * z;
    x[i] = (f + y) + e * 0.693359375f;
  }
}

typedef int16_t word16 __attribute__((aligned(1)));
typedef uint32_t word32 __attribute__((aligned(1)));

#define SCALE_WORDS(stride)                                                        \
  for (long i = 0; i < count; i++) y[i] = (float)((double)word[i * (stride)] * unit)

// A stride that the compiler knows is taken in vectors: those of three and of six channels.
FOR_EACH_PROCESSOR
void signal_kernels_scale_words(const void *words, long stride, double unit, float *restrict y,
                                long count) {
  const word16 *restrict word = words;
  switch (stride) {
  case 3: SCALE_WORDS(3); break;
  case 6: SCALE_WORDS(6); break;
  default: SCALE_WORDS(stride);
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_scale_packed_words(const void *words, int shift, double unit,
                                       float *restrict y, long count) {
  const word32 *restrict word = words;
  for (long i = 0; i < count; i++) {
    const uint32_t bits = word[i];
    const int32_t steps = (int32_t)(bits << shift) >> 22;
    y[i] = (float)((double)(steps * (1 << (bits >> 30))) * unit);
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_ramp(double first, double step, long start, double *restrict y, long count) {
  for (long i = 0; i < count; i++) y[i] = first + step * (double)(start + i);
}

// One pass of so many sections over rows of numbers. A recursion waits for its own last output, so all lanes and
// all sections go through a row together, and what a section remembers waits for one product only.
// Weights are the same for all numbers of a row, or others for each.
#define PASS(number, weight, sectionCount)                               \
  do {                                                                   \
    number near[sectionCount], far[sectionCount];                        \
    for (int s = 0; s < sectionCount; s++) {                             \
      near[s] = ((const number *)memory)[2 * s];                         \
      far[s] = ((const number *)memory)[2 * s + 1];                      \
    }                                                                    \
    for (long i = 0; i < count; i++, rows += step) {                     \
      number value = *(number *)rows;                                    \
      _Pragma("clang loop unroll(full)")                                 \
      for (int s = 0; s < sectionCount; s++) {                           \
        const weight *c = (const weight *)sections + 5 * s;              \
        const number held = near[s];                                     \
        const number output = c[0] * value + held;                       \
        near[s] = (far[s] + c[1] * value) - c[3] * held;                 \
        far[s] = c[2] * value - c[4] * held;                             \
        value = output;                                                  \
      }                                                                  \
      *(number *)rows = value;                                           \
    }                                                                    \
  } while (0)

#define PASSES(number, weight)                      \
  switch (sectionCount) {                           \
  case 1: PASS(number, weight, 1); break;           \
  case 2: PASS(number, weight, 2); break;           \
  case 3: PASS(number, weight, 3); break;           \
  default: PASS(number, weight, 4);                 \
  }

FOR_EACH_PROCESSOR
void signal_kernels_cascade(double *restrict rows, long count, long step,
                            const double *restrict sections, long sectionCount,
                            const double *restrict memory) {
  PASSES(double1, double)
}

FOR_EACH_PROCESSOR
void signal_kernels_cascade_of_four(double *restrict rows, long count, long step,
                                    const double *restrict sections, long sectionCount,
                                    const double *restrict memory) {
  PASSES(double4, double)
}

FOR_EACH_PROCESSOR
void signal_kernels_cascade_of_two(void *pairs, long count, long step, const void *weights,
                                   long sectionCount, const void *memory) {
  double *restrict rows = pairs;
  const double *restrict sections = weights;
  PASSES(double2, double2)
}

// Both directions of time in one vector: forward, backward. A sample waits for the one before it, and so the scale that
// sets a length right is found while the unscaled vector turns on.
FOR_EACH_PROCESSOR
void signal_kernels_up(const void *forces, const void *rates, long count, const void *ends,
                       double seconds, double share, double gravity, void *sums) {
  const double *restrict force = forces, *restrict rate = rates, *restrict end = ends;
  double *restrict up = sums;
  const double keep = 1 - share, turn = keep * seconds, pull = share / gravity;
  double2 x = {end[0], end[4]}, y = {end[1], end[5]}, z = {end[2], end[6]};
  double2 scale = {1, 1};
  for (long i = 0; i < count; i++) {
    const double *ahead = rate + 4 * i, *behind = rate + 4 * (count - 1 - i);
    const double2 a = turn * (double2){ahead[0], -behind[0]};
    const double2 b = turn * (double2){ahead[1], -behind[1]};
    const double2 c = turn * (double2){ahead[2], -behind[2]};
    const double2 turnedX = keep * x - (b * z - c * y);
    const double2 turnedY = keep * y - (c * x - a * z);
    const double2 turnedZ = keep * z - (a * y - b * x);
    const double *here = force + 4 * i, *there = force + 4 * (count - 1 - i);
    x = pull * (double2){here[0], there[0]} + scale * turnedX;
    y = pull * (double2){here[1], there[1]} + scale * turnedY;
    z = pull * (double2){here[2], there[2]} + scale * turnedZ;
    const double2 square = (x * x + y * y) + z * z;
    const long2lanes isNear = (square > 0.9) & (square < 1.1);
    scale = 1.5 - 0.5 * square;
    if (__builtin_reduce_and(isNear) != -1)
      for (int way = 0; way < 2; way++)
        if (!isNear[way]) scale[way] = 1 / __builtin_sqrt(square[way]);
    double *forward = up + 4 * i, *backward = up + 4 * (count - 1 - i);
    forward[0] += scale[0] * x[0];
    forward[1] += scale[0] * y[0];
    forward[2] += scale[0] * z[0];
    backward[0] += scale[1] * x[1];
    backward[1] += scale[1] * y[1];
    backward[2] += scale[1] * z[1];
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_units(void *vectors, long count) {
  double *rows = vectors;
  for (long i = 0; i < count; i += 16) {
    double scales[16];
    const long end = count - i < 16 ? count - i : 16;
    for (long k = 0; k < end; k++) {
      const double *row = rows + 4 * (i + k);
      const double length = __builtin_sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
      scales[k] = 1 / (length > 0 ? length : 1);
    }
    for (long k = 0; k < end; k++) *(double4 *)(rows + 4 * (i + k)) *= scales[k];
  }
}

typedef int32_t int16lanes __attribute__((vector_size(64)));

// Sixteen values, or the last few followed by zeros.
#define LOAD(place, left, out)                                          \
  do {                                                                  \
    if ((left) >= 16) {                                                 \
      out = *(const float16 *)(place);                                  \
    } else {                                                            \
      float sixteen[16] = {0};                                          \
      __builtin_memcpy(sixteen, place, (unsigned long)(left) * 4);      \
      out = *(const float16 *)sixteen;                                  \
    }                                                                   \
  } while (0)

// One signal after the other, or three side by side: folding a sum takes longer than making it.
static inline __attribute__((always_inline)) void detrend(const float *const *x, int signals,
                                                          const float *trend, long count,
                                                          float *const *y, float *means,
                                                          float *squares) {
  const int16lanes place = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  float16 sums[3] = {{0}, {0}, {0}}, slopes[3] = {{0}, {0}, {0}}, parts[3] = {{0}, {0}, {0}};
  float slope[3];
  for (long i = 0; i < count; i += 16)
    for (int n = 0; n < signals; n++) {
      float16 v;
      LOAD(x[n] + i, count - i, v);
      *(float16 *)(y[n] + i) = v;
      sums[n] += v;
    }
  for (int n = 0; n < signals; n++) {
    float sum;
    SUM_OF_LANES(sums[n], sum);
    means[n] = sum / (float)count;
  }
  for (long i = 0; i < count; i += 16) {
    const int16lanes isInside = place < (int)(count - i);
    for (int n = 0; n < signals; n++) {
      const float16 levels = (float16){0} + means[n];
      const float16 v =
          *(const float16 *)(y[n] + i) - (float16)((int16lanes)levels & isInside);
      *(float16 *)(y[n] + i) = v;
      slopes[n] += v * *(const float16 *)(trend + i);
    }
  }
  for (int n = 0; n < signals; n++) SUM_OF_LANES(slopes[n], slope[n]);
  for (long i = 0; i < count; i += 16)
    for (int n = 0; n < signals; n++) {
      const float16 v = *(const float16 *)(y[n] + i) - slope[n] * *(const float16 *)(trend + i);
      *(float16 *)(y[n] + i) = v;
      parts[n] += v * v;
    }
  for (int n = 0; n < signals; n++) SUM_OF_LANES(parts[n], squares[n]);
}

FOR_EACH_PROCESSOR
float signal_kernels_detrend(const float *restrict x, const float *restrict trend, long count,
                             float *restrict y, float *restrict mean) {
  const float *const from[1] = {x};
  float *const to[1] = {y};
  float square;
  detrend(from, 1, trend, count, to, mean, &square);
  return square;
}

FOR_EACH_PROCESSOR
void signal_kernels_detrend_three(const float *restrict a, const float *restrict b,
                                  const float *restrict c, const float *restrict trend, long count,
                                  float *restrict ya, float *restrict yb, float *restrict yc,
                                  float *restrict means, float *restrict squares) {
  const float *const x[3] = {a, b, c};
  float *const y[3] = {ya, yb, yc};
  detrend(x, 3, trend, count, y, means, squares);
}

// What one lane's four largest and another's have in common is the larger of the first's largest and the other's least, and so
// on; these rise and fall, and are put in order in two steps.
#define FOUR_OF_LANES(a, b, c, d, ...)                                        \
  do {                                                                        \
    const float16 p = MAX(a, __builtin_shufflevector(d, d, __VA_ARGS__));     \
    const float16 q = MAX(b, __builtin_shufflevector(c, c, __VA_ARGS__));     \
    const float16 r = MAX(c, __builtin_shufflevector(b, b, __VA_ARGS__));     \
    const float16 s = MAX(d, __builtin_shufflevector(a, a, __VA_ARGS__));     \
    const float16 pr = MAX(p, r), rp = MIN(p, r);                             \
    const float16 qs = MAX(q, s), sq = MIN(q, s);                             \
    a = MAX(pr, qs);                                                          \
    b = MIN(pr, qs);                                                          \
    c = MAX(rp, sq);                                                          \
    d = MIN(rp, sq);                                                          \
  } while (0)
#define MAX(a, b) __builtin_elementwise_max(a, b)
#define MIN(a, b) __builtin_elementwise_min(a, b)

FOR_EACH_PROCESSOR
void signal_kernels_four_largest(const float *restrict x, long count, float *restrict largest) {
  float16 a = (float16){0} - __builtin_inff();
  float16 b = a, c = a, d = a;
  for (long i = 0; i < count; i += 16) {
    float16 v;
    if (count - i >= 16) {
      v = *(const float16 *)(x + i);
    } else {
      v = (float16){0} - __builtin_inff();
      for (long k = i; k < count; k++) v[k - i] = x[k];
    }
    // A value goes down the largest so far and leaves the smaller of two behind.
    d = MAX(d, MIN(c, v));
    c = MAX(c, MIN(b, v));
    b = MAX(b, MIN(a, v));
    a = MAX(a, v);
  }
  FOUR_OF_LANES(a, b, c, d, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  FOUR_OF_LANES(a, b, c, d, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  FOUR_OF_LANES(a, b, c, d, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  FOUR_OF_LANES(a, b, c, d, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  largest[0] = a[0];
  largest[1] = b[0];
  largest[2] = c[0];
  largest[3] = d[0];
}

FOR_EACH_PROCESSOR
void signal_kernels_lengths(const float *restrict x, const float *restrict y,
                            const float *restrict z, float *restrict length, long count) {
  for (long i = 0; i < count; i++)
    length[i] = __builtin_sqrtf((x[i] * x[i] + z[i] * z[i]) + y[i] * y[i]);
}

FOR_EACH_PROCESSOR
void signal_kernels_weighted_squares(const float *restrict x, const float *restrict weights,
                                     long rowCount, long count, float *restrict sums) {
  for (long row = 0; row < rowCount; row++, weights += count) {
    float16 all = {0};
    for (long i = 0; i < count; i += 16) {
      const float16 v = *(const float16 *)(x + i);
      all += v * v * *(const float16 *)(weights + i);
    }
    SUM_OF_LANES(all, sums[row]);
  }
}

FOR_EACH_PROCESSOR
float signal_kernels_squares_along(const float *restrict x, const float *restrict y,
                                   const float *restrict z, float a, float b, float c,
                                   float *restrict along, long count) {
  float16 all = {0};
  for (long i = 0; i < count; i += 16) {
    const float16 v = (a * *(const float16 *)(x + i) + c * *(const float16 *)(z + i)) +
                      b * *(const float16 *)(y + i);
    *(float16 *)(along + i) = v;
    all += v * v;
  }
  float sum;
  SUM_OF_LANES(all, sum);
  return sum;
}

FOR_EACH_PROCESSOR
void signal_kernels_multiply_pair(const float *restrict a, const float *restrict b,
                                  const float *restrict weights, float *restrict z, long count) {
  for (long i = 0; i < count; i++) {
    z[2 * i] = a[i] * weights[i];
    z[2 * i + 1] = b[i] * weights[i];
  }
}

WITHOUT_GATHERING
void signal_kernels_band_shares(const double *restrict sums, const int *restrict bands, long count,
                                double total, float floor, float *restrict shares) {
  for (long k = 0; k < count; k++)
    shares[k] = (float)((sums[bands[2 * k + 1]] - sums[bands[2 * k]]) / total) + floor;
}

// A sum waits for its own last addition, and meanwhile the other one goes on.
FOR_EACH_PROCESSOR
void signal_kernels_running_sums(const float *restrict a, double *restrict sumsOfA,
                                 const float *restrict b, double *restrict sumsOfB, long count) {
  double sumOfA = 0, sumOfB = 0;
  sumsOfA[0] = sumsOfB[0] = 0;
  for (long i = 0; i < count; i++) {
    sumsOfA[i + 1] = sumOfA += (double)a[i];
    sumsOfB[i + 1] = sumOfB += (double)b[i];
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_shares(const float *restrict x, double whole, const double *restrict weights,
                           double *restrict shares, long count) {
  for (long i = 0; i < count; i++) shares[i] = (double)x[i] / whole * weights[i];
}

// The squares are made side by side, their sum one after the other.
FOR_EACH_PROCESSOR
float signal_kernels_squared_steps(const float *restrict x, const float *restrict y,
                                   const float *restrict z, long count) {
  float sum = 0;
  for (long i = 0; i + 1 < count; i += 16) {
    float squares[16];
    const long steps = count - 1 - i < 16 ? count - 1 - i : 16;
    for (long k = 0; k < steps; k++) {
      const float dx = x[i + k + 1] - x[i + k], dy = y[i + k + 1] - y[i + k];
      const float dz = z[i + k + 1] - z[i + k];
      squares[k] = (dx * dx + dz * dz) + dy * dy;
    }
    for (long k = 0; k < steps; k++) sum += squares[k];
  }
  return sum;
}

// Four sums side by side: each waits for its own last addition.
WITHOUT_GATHERING
void signal_kernels_add_picked(double *restrict y, const float *restrict x,
                               const int *restrict places, const double *restrict weights,
                               long rowCount, long count) {
  long k = 0;
  for (; k + 4 <= count; k += 4) {
    double4 sum = *(const double4 *)(y + k);
    const int *from = places + k;
    for (long row = 0; row < rowCount; row++, from += count) {
      const double4 picked = {(double)x[from[0]], (double)x[from[1]], (double)x[from[2]],
                              (double)x[from[3]]};
      sum += weights[row] * picked;
    }
    *(double4 *)(y + k) = sum;
  }
  for (; k < count; k++)
    for (long row = 0; row < rowCount; row++)
      y[k] += weights[row] * (double)x[places[row * count + k]];
}

WITHOUT_GATHERING
void signal_kernels_add_between(double *restrict y, const double *restrict x,
                                const int *restrict places, const double *restrict shares,
                                double weight, long count) {
  for (long k = 0; k < count; k++) {
    const double left = x[places[k]], right = x[places[k] + 1];
    y[k] += weight * (left + (right - left) * shares[k]);
  }
}

FOR_EACH_PROCESSOR
void signal_kernels_add_points(double *restrict sums, const double *restrict x,
                               const double *restrict weights, const double *restrict offsets,
                               long pointCount, double scale) {
  double8 sum = *(const double8 *)sums;
  for (long j = 0; j < pointCount; j++) {
    // Rounded down, without the C library.
    const double place = offsets[j] * scale, whole = (double)(long)place;
    const double shift = whole > place ? whole - 1 : whole;
    const double far = weights[j] * (place - shift), near = weights[j] - far;
    const double *from = x + (long)shift;
    sum += near * *(const double8 *)from + far * *(const double8 *)(from + 1);
  }
  *(double8 *)sums = sum;
}

static inline float largest_of(float a, float b, float c) {
  const float ab = a > b ? a : b;
  return ab > c ? ab : c;
}

// As a rule a stamp lies in every interval of the clock, and eight points are found at once.
FOR_EACH_PROCESSOR
long signal_kernels_grid_points(const double *restrict seconds, long last, long first, double rate,
                                int *restrict places, double *restrict shares) {
  const double8 rising = {0, 1, 2, 3, 4, 5, 6, 7}, none = {0}, whole = {1, 1, 1, 1, 1, 1, 1, 1};
  const int8lanes next = {0, 1, 2, 3, 4, 5, 6, 7};
  long i = 0;
  for (long k = 0;;) {
    const double t = (double)(first + k) / rate;
    while (i < last && seconds[i + 1] <= t + 1e-9) i++;
    if (i >= last) return k;
    if (i + 8 <= last) {
      const double8 times = ((double)(first + k) + rising) / rate;
      const double8 before = *(const double8 *)(seconds + i);
      const double8 after = *(const double8 *)(seconds + i + 1);
      const long8lanes isBetween = (before <= times + 1e-9) & (after > times + 1e-9);
      if (__builtin_reduce_and(isBetween) == -1) {
        const double8 share = (times - before) / (after - before);
        *(double8 *)(shares + k) =
            __builtin_elementwise_min(__builtin_elementwise_max(share, none), whole);
        *(int8lanes *)(places + k) = next + (int)i;
        k += 8;
        i += 7;
        continue;
      }
    }
    const double share = (t - seconds[i]) / (seconds[i + 1] - seconds[i]);
    places[k] = (int)i;
    shares[k] = share > 0 ? share < 1 ? share : 1 : 0;
    k++;
  }
}

// Where the places follow each other, eight lines are read at once.
FOR_EACH_PROCESSOR
void signal_kernels_lines(const float *restrict x, const int *restrict places,
                          const double *restrict shares, float *restrict y, long count) {
  const int8lanes next = {0, 1, 2, 3, 4, 5, 6, 7};
  for (long k = 0; k < count;) {
    const float *from = x + places[k];
    if (k + 8 <= count) {
      const int8lanes isElsewhere = (*(const int8lanes *)(places + k) - places[k]) ^ next;
      if (__builtin_reduce_or(isElsewhere) == 0) {
        const double8 left = __builtin_convertvector(*(const float8any *)from, double8);
        const double8 right = __builtin_convertvector(*(const float8any *)(from + 1), double8);
        const double8 share = *(const double8 *)(shares + k);
        const long8lanes isLeft = share == 0.0, isRight = share == 1.0;
        const long8lanes between = (long8lanes)(left + share * (right - left));
        const long8lanes picked = (isLeft & (long8lanes)left) | (isRight & (long8lanes)right) |
                                  (~(isLeft | isRight) & between);
        *(float8any *)(y + k) = __builtin_convertvector((double8)picked, float8any);
        k += 8;
        continue;
      }
    }
    const double left = from[0], right = from[1], share = shares[k];
    const double between = left + share * (right - left);
    y[k] = (float)(share == 0.0 ? left : share == 1.0 ? right : between);
    k++;
  }
}

FOR_EACH_PROCESSOR
long signal_kernels_ordinary(const float *restrict x, const float *restrict y,
                             const float *restrict z, long count, float most, float jump) {
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    const float16 a = *(const float16 *)(x + i), b = *(const float16 *)(y + i);
    const float16 c = *(const float16 *)(z + i);
    const float16 da = __builtin_elementwise_abs(*(const float16 *)(x + i + 1) - a);
    const float16 db = __builtin_elementwise_abs(*(const float16 *)(y + i + 1) - b);
    const float16 dc = __builtin_elementwise_abs(*(const float16 *)(z + i + 1) - c);
    const float16 size = __builtin_elementwise_max(
        __builtin_elementwise_max(__builtin_elementwise_abs(a), __builtin_elementwise_abs(b)),
        __builtin_elementwise_abs(c));
    const float16 step = __builtin_elementwise_max(__builtin_elementwise_max(da, db), dc);
    if (__builtin_reduce_and((size <= most) & (step <= jump) & (step > 0) & (size > 0)) != -1) break;
  }
  for (; i < count; i++) {
    const float size = largest_of(__builtin_fabsf(x[i]), __builtin_fabsf(y[i]), __builtin_fabsf(z[i]));
    const float step =
        largest_of(__builtin_fabsf(x[i + 1] - x[i]), __builtin_fabsf(y[i + 1] - y[i]), __builtin_fabsf(z[i + 1] - z[i]));
    if (!(size <= most && step <= jump && step > 0 && size > 0)) break;
  }
  return i;
}

FOR_EACH_PROCESSOR
float signal_kernels_largest(const float *x, long count) {
  float16 most = {0};
  long i = 0;
  for (; i + 16 <= count; i += 16) {
    const float16 v = *(const float16 *)(x + i);
    most = __builtin_elementwise_max(most, __builtin_elementwise_abs(v));
  }
  float largest = 0;
  for (int lane = 0; lane < 16; lane++) largest = most[lane] > largest ? most[lane] : largest;
  for (; i < count; i++) {
    const float size = x[i] < 0 ? -x[i] : x[i];
    largest = size > largest ? size : largest;
  }
  return largest;
}

FOR_EACH_PROCESSOR
double signal_kernels_largest_step(const double *x, long count) {
  double8 most = {0};
  long i = 0;
  for (; i + 8 < count; i += 8) {
    const double8 step = *(const double8 *)(x + i + 1) - *(const double8 *)(x + i);
    most = __builtin_elementwise_max(most, step);
  }
  double largest = __builtin_reduce_max(most);
  for (; i + 1 < count; i++) largest = x[i + 1] - x[i] > largest ? x[i + 1] - x[i] : largest;
  return largest;
}

FOR_EACH_PROCESSOR
float signal_kernels_dot(const float *restrict x, const float *restrict y, long count) {
  float16 all = {0};
  for (long i = 0; i < count; i += 16) all += *(const float16 *)(x + i) * *(const float16 *)(y + i);
  float sum;
  SUM_OF_LANES(all, sum);
  return sum;
}
