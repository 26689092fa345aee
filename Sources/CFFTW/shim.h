#include <fftw3.h>

// Arrays of unknown length are not imported into Swift; a pointer is.
static inline const char *cfftw_version(void) { return fftw_version; }
