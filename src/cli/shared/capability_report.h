/* Capabilities of solvers as text and JSON. */
#ifndef CLI_SHARED_CAPABILITY_REPORT_H
#define CLI_SHARED_CAPABILITY_REPORT_H

#include "cli/option/json.h"
#include "cli/option/style.h"
#include "run/capability/capability.h"

/* Several solvers side by side; a solver without results has `list` NULL. */
typedef struct {
  const CapabilityList *list;
  const char *const *names;
  const Capabilities *all;
  size_t count;
} CapabilityReport;

/* How many of each group every solver has. */
void capability_print_counts(const CapabilityReport *report, Style style);
/* What each solver has not, by group, filled to the width of the terminal; then how much all have. */
void capability_print_missing(const CapabilityReport *report);
/* One line for each capability. */
void capability_print_table(const CapabilityReport *report, Style style);
/* Status and message of everything, by group. */
json_t *capability_object(const Capabilities *capabilities);

#endif
