/* What assay info says of properties of networks. */
#ifndef CLI_SHARED_NETWORK_INFO_H
#define CLI_SHARED_NETWORK_INFO_H

#include <jansson.h>

#include "nn/property/property.h"

/* Prints subproblems and ranges, or adds them to a JSON object, if that is not NULL. */
void network_info_property(const Property *property, const char *path, json_t *object);

#endif
