/* Inside `assay completion`: the script for fish. */
#ifndef CLI_COMMAND_COMPLETION_FISH_H
#define CLI_COMMAND_COMPLETION_FISH_H

#include <stdio.h>

void completion_print_fish(FILE *out);

#endif
