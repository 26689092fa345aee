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
#else
#define FOR_EACH_PROCESSOR
#endif

typedef double double8 __attribute__((vector_size(64), aligned(8)));
typedef float float16 __attribute__((vector_size(64), aligned(4)));
typedef float float8 __attribute__((vector_size(32)));
typedef float float4 __attribute__((vector_size(16)));

// Vectors run across outputs, so that each output is one plain sum. Thirty-two at a time keep enough
// additions under way; the last ones are made by a block that reaches back over values already made.
FOR_EACH_PROCESSOR
void signal_kernels_correlate(const double *restrict x, const double *restrict taps, long tapCount,
                              double *restrict y, long count) {
  long i = 0;
  while (count >= 32 && i < count) {
    if (i > count - 32) i = count - 32;
    double8 a = {0}, b = {0}, c = {0}, d = {0};
    const double *place = x + i;
    for (long k = 0; k < tapCount; k++, place++) {
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
    for (long k = 0; k < tapCount; k++) sum += taps[k] * x[i + k];
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
