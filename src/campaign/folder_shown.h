/* Inside the folder: what the reports of a finding show. */
#ifndef CAMPAIGN_FOLDER_SHOWN_H
#define CAMPAIGN_FOLDER_SHOWN_H

#include "campaign/folder.h"

/* The reduced form if plain runs have shown it, else what was found. */
typedef struct {
  char file[32];    /* its name */
  const char *name; /* the same without the extension */
  const char *text;
  size_t length;
  const char *signature, *evidence, *answers;
  FindingKind kind;
  SolverSet accused;
  const Solver *solvers; /* with the options that it takes */
} Shown;

Shown folder_shown(const CampaignFolder *folder, const FindingGroup *group);

/* Appends the command that shows it with one solver alone; `local`: with the path of its program. */
void folder_add_command(const CampaignFolder *folder, const Shown *shown, size_t solver, bool local,
                        StrBuf *out);
/* Appends what should have come, as a sentence without its end: with a model that proves it, if there is one. */
void folder_add_expectation(const Shown *shown, StrBuf *out);
/* Appends a line for each blamed solver with the constructs of the text that it calls experimental, after `mark`. */
void folder_add_experimental(const CampaignFolder *folder, const Shown *shown, const char *mark,
                             StrBuf *out);
/* Appends a text without folders of this machine. */
void folder_add_public(const char *text, StrBuf *out);

#endif
