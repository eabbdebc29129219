/* assay gen --boxes: random scripts with closed boxes, and the C source of the boxes. */
#ifndef CLI_COMMAND_GEN_BOXES_H
#define CLI_COMMAND_GEN_BOXES_H

#include "cli/option/command.h"
#include "solve/boxgen/boxgen.h"

/* Writes scripts and sources into the folder. */
int gen_boxes(const Subcommand *command, const BoxgenSettings *settings, const char *folder,
              uint64_t from, uint64_t count);

#endif
