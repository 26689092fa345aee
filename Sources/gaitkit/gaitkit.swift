// The functions of `CGaitKit/gaitkit.h` as a library of their own, with Swift in it.
import GaitC
