#include "CAllocations.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(IS_SANITIZED)
#include <stdatomic.h>

// glibc lets a program put functions of its own in the place of these three, and keeps its own under other names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static atomic_long counted;
static atomic_int is_counting;
static _Thread_local long counted_here;

static inline void count_one(void) {
  counted_here++;
  if (atomic_load_explicit(&is_counting, memory_order_relaxed))
    atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  count_one();
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  count_one();
  return __libc_realloc(old, size);
}

long allocations_count(void) { return atomic_load_explicit(&counted, memory_order_relaxed); }

long allocations_of_this_thread(void) { return counted_here; }

void allocations_count_from_now_on(int isCounting) {
  atomic_store_explicit(&is_counting, isCounting, memory_order_relaxed);
}
#else
long allocations_count(void) { return -1; }
long allocations_of_this_thread(void) { return -1; }
void allocations_count_from_now_on(int isCounting) { (void)isCounting; }
#endif

#if defined(__GLIBC__)
#include <malloc.h>
// With a threshold for maps of its own, the C library would give back every 128 KiB that are free at a heap's end, and fault
// them in again for the next walk.
void allocations_return_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
}

void allocations_keep_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
}
#else
void allocations_return_large_blocks(void) {}
void allocations_keep_large_blocks(void) {}
#endif
