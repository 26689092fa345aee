// Tells the thread sanitizer what it cannot see of Swift's `Mutex` on Linux: where two threads want it at once, the
// kernel hands it from one to the other (futex(2), FUTEX_LOCK_PI), called from a library that is not built for the
// sanitizer. `Tools/test-sanitized thread` builds this and loads it before the tests. Where only one thread wants it,
// the compiler has put atomic instructions into our own code, which the sanitizer knows.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Missing in programs that are not built for the sanitizer, which the tests start, too.
__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Synchronization._MutexHandle._lockSlow(UInt32)
SWIFT void $s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF(uint32_t thread, SELF) {
  SWIFT void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  lock(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

// Synchronization._MutexHandle._unlockSlow()
SWIFT void $s15Synchronization12_MutexHandleV11_unlockSlowyyF(SELF) {
  SWIFT void (*unlock)(SELF) = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(self);
  unlock(self);
}
