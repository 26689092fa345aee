// Prints a sum over the bits that every kernel gives for the same noise; Tools/processors builds it for each vector unit.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "SignalKernels.h"

// The noise, too, is the same whether the unit could fuse or not.
#pragma STDC FP_CONTRACT OFF

enum { LENGTH = 4096 };

static uint64_t state = 1;

// Uniform in -1 to 1 (splitmix64).
static double noise(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return (double)(int64_t)(z ^ (z >> 31)) / 9223372036854775808.0;
}

// FNV-1a of the bytes.
static void say(const char *kernel, const void *data, size_t bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (size_t i = 0; i < bytes; i++) sum = (sum ^ ((const unsigned char *)data)[i]) * 0x100000001b3;
  printf("%s %016llx\n", kernel, (unsigned long long)sum);
}

int main(void) {
  static double x[LENGTH + 512], y[LENGTH], taps[512], cosine[LENGTH], sine[LENGTH];
  static float a[LENGTH + 512], b[LENGTH + 512], z[2 * LENGTH + 16], c[LENGTH], d[LENGTH], fir[512];
  static int16_t words[4 * LENGTH];
  for (int i = 0; i < LENGTH + 512; i++) x[i] = noise(), a[i] = (float)noise(), b[i] = (float)noise();
  for (int i = 0; i < 512; i++) taps[i] = noise(), fir[i] = (float)noise();
  for (int i = 0; i < 4 * LENGTH; i++) words[i] = (int16_t)(32767 * noise());

  const long counts[] = {1, 7, 31, 32, 33, 100, 1000, LENGTH};
  for (int k = 0; k < 8; k++) {
    const long count = counts[k];
    signal_kernels_correlate(x, taps, 101, 1, y, count);
    say("correlate", y, sizeof(double) * count);
    signal_kernels_correlate(x, taps, 101, 4, y, count);
    say("correlate rows of four", y, sizeof(double) * count);
    const long places = count / 8 + 1;
    signal_kernels_correlate_every(a, fir, 112, 7, c, places);
    say("correlate_every", c, sizeof(float) * places);
    signal_kernels_interleave(a, b, z, count);
    say("interleave", z, 2 * sizeof(float) * count);
    signal_kernels_separate(z, 0.3f, c, d, count);
    say("separate", c, sizeof(float) * count);
    say("separate", d, sizeof(float) * count);
    for (long i = 0; i < count; i++) x[i] *= 1000;
    signal_kernels_cosine_sine(x, cosine, sine, count);
    say("cosine", cosine, sizeof(double) * count);
    say("sine", sine, sizeof(double) * count);
    for (long i = 0; i < count; i++) x[i] /= 1000;
    for (long i = 0; i < count; i++) c[i] = a[i] * a[i] + 1e-6f;
    signal_kernels_logarithm(c, count);
    say("logarithm", c, sizeof(float) * count);
    signal_kernels_scale_words(words, 3, 9.81 / 4096, c, count);
    say("scale_words", c, sizeof(float) * count);
    signal_kernels_scale_packed_words(words, 10, 9.81 / 256, c, count);
    say("scale_packed_words", c, sizeof(float) * count);
    signal_kernels_ramp(0.1, 1 / 3.0, 12345, y, count);
    say("ramp", y, sizeof(double) * count);
  }
  for (long count = 2; count <= 1024; count *= 2) {
    for (long i = 0; i < 2 * count; i++) z[i] = a[i];
    signal_kernels_pair_powers(z, count, c, d);
    say("pair_powers", c, sizeof(float) * (count / 2 + 1));
    say("pair_powers", d, sizeof(float) * (count / 2 + 1));
    signal_kernels_mirror(z, count);
    say("mirror", z, 2 * sizeof(float) * count);
  }
  return 0;
}
