#include "SignalKernels.h"
