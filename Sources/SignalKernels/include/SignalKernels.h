// Vector kernels, only where Swift is measurably slower; figures stand in Signals.md.
//
// Each output value is made by the same operations in the same order wherever it falls in a block and
// whatever the processor is: products and sums are rounded separately, never fused. A plain Swift twin
// of each kernel stands in SignalsTests and gives the same bits.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// y[i] = sum over k of taps[k] * x[i + k], summed in the order of k, for i in 0 ..< count.
/// Reads x[0 ..< count + tapCount - 1]. Nothing may overlap y.
void signal_kernels_correlate(const double *x, const double *taps, long tapCount, double *y,
                              long count);

/// y[i] = sum over k of taps[k] * x[i * step + k], for i in 0 ..< count.
/// Sixteen partial sums, of the taps k, k + 16, k + 32, ..., are added as a tree: halves, quarters, ...
/// tapCount is a multiple of 16. Reads x[0 ..< (count - 1) * step + tapCount].
void signal_kernels_correlate_every(const float *x, const float *taps, long tapCount, long step,
                                    float *y, long count);

#ifdef __cplusplus
}
#endif
