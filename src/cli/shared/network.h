/* What the commands for scripts do with networks and properties. */
#ifndef CLI_SHARED_NETWORK_H
#define CLI_SHARED_NETWORK_H

#include "cli/option/command.h"

/* Does the name of a file say that it is a network (.onnx) or a property (.vnnlib), perhaps compressed (.gz)? */
bool network_is_model(const char *path);
bool network_is_property(const char *path);

/* What the commands check, info and eval do with networks. */
typedef struct {
  bool json, quiet;
} NetworkCheck;
int network_check(const NetworkCheck *check, const char *path, const char *property);
/* `property` may be NULL. */
int network_info(const char *path, const char *property, bool json, const char *plot,
                 ColorMode color);
typedef struct {
  const Subcommand *command;
  const char *input; /* "zeros", "random", or a file of numbers: see network_input.h */
  uint64_t seed;
  bool json, exact;
} NetworkEval;
int network_eval(const NetworkEval *eval, const char *path, const char *property);

#endif
