/* An input of a stored campaign, made again. */
#ifndef CLI_COMMAND_REPLAY_INPUT_H
#define CLI_COMMAND_REPLAY_INPUT_H

#include "cli/command/fuzz_setup.h"
#include "record/report/finding.h"

/* Appends the text: the one that was kept or, if none was, what the language makes of the numbers in the store: the
 * input that began its chain of mutations, and these mutations. `made` says which. An error if it cannot be made: the
 * sizes in the store tell whether all of them are what they were. */
Status replay_input(const FindingRecord *record, Store *store, const FuzzSetup *setup, StrBuf *text,
                    bool *made, Error *error);

#endif
