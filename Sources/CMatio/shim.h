#include <matio.h>
#include <stdint.h>

// From HDF5, whose headers lie in another folder on every system: who prints errors. An identifier
// is an int64_t since HDF5 1.10.
extern int H5Eset_auto2(int64_t error_stack, void *function, void *data);
