/* Compares a property as it is written with its canonical form at random points. */
#ifndef SUPPORT_FORMS_H
#define SUPPORT_FORMS_H

#include "nn/property/property.h"

/* Fails the test at a difference. Returns how many points satisfy the property. */
size_t forms_compare(const Property *property, size_t points, uint64_t seed);

#endif
