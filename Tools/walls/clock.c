// A clock that is wrong, for programs that are started with this library preloaded (Tools/faults):
//
//   GAITKIT_CLOCK=OFFSET,SPEED,JUMP    seconds added; how fast it runs; seconds by which it jumps, at random, at each look
//
// Only the wall clock is changed, as by a person or a time server; the clock since the start of the machine is not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static double offset, speed = 1, jump;
static struct timespec first;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  real(CLOCK_REALTIME, &first);
  const char *said = getenv("GAITKIT_CLOCK");
  if (said) sscanf(said, "%lf,%lf,%lf", &offset, &speed, &jump);
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  if (!real) begin();
  const int code = real(clock, out);
  if (code != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return code;
  static unsigned seed = 1;
  const double since = (double)(out->tv_sec - first.tv_sec) + 1e-9 * (double)(out->tv_nsec - first.tv_nsec);
  double wrong = offset + since * (speed - 1);
  if (jump > 0) wrong += jump * (2.0 * rand_r(&seed) / RAND_MAX - 1);
  out->tv_sec += (time_t)wrong;
  return code;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  (void)zone;
  struct timespec now;
  const int code = clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return code;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
