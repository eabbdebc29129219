/* Going on with a campaign that is in a store: what it was told to do, and where it stood. */
#ifndef CLI_COMMAND_FUZZ_RESUME_H
#define CLI_COMMAND_FUZZ_RESUME_H

#include "base/arena.h"
#include "cli/command/fuzz_store.h"

typedef struct {
  const Subcommand *command;
  char *where;         /* the store, as store_open wants it, from any folder */
  char *folder;        /* of the files; NULL: as the settings say */
  int64_t campaign;    /* its number in the store */
  FuzzOptions options; /* as they were, but for those that may be given anew */
  Arena texts;         /* of the options */
} FuzzResume;

/* Finds the campaign that --resume names, and reads its options from its settings. Of `given` only those options count
 * that say how long it goes on; others are an error. Changes to the folder in which the campaign was begun, to which paths
 * in its settings refer. EXIT_FINE, or the message has been printed; has to be released in every case. */
int fuzz_resume_init(FuzzResume *resume, const Subcommand *command, const FuzzOptions *given);
void fuzz_resume_deinit(FuzzResume *resume);

/* Opens the store to go on, and makes the campaign, which was just made with these options, stand where it stood. Nobody
 * else may be running it; solvers and constructs have to be what they were. */
int fuzz_resume_store(const FuzzResume *resume, FuzzStore *store, const FuzzSetup *setup,
                      const FuzzFolder *folder, Campaign *campaign);

#endif
