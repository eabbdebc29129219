/* Whether the programs that a stored campaign names may be run without asking.
 *
 * A store says which programs its campaign runs, so whoever can write to it says what `replay`, `--resume` and `--join` run.
 * A campaign that this user has begun has a seal (base/seal.h) over all that leads to programs and to files that are read or written;
 * it is trusted while the seal fits, and no program has got another owner. Of any other one, older ones included, only
 * solvers that are installed here are (run/solver/doubt.h). */
#ifndef CAMPAIGN_TRUST_H
#define CAMPAIGN_TRUST_H

#include "base/seal.h"
#include "campaign/resume.h"

#define TRUST_STATE_SEAL     "seal"
#define TRUST_STATE_PROGRAMS "digests" /* a line for each solver: digest and owner of its program */

/* The seal of a campaign with this spec, which was begun in `directory`, with these lines of programs. False: the user has no key. */
bool trust_seal(const CampaignSpec *spec, const char *directory, const char *programs,
                char seal[SEAL_TEXT]);

/* Appends a line for each thing that would be run, read or written and is not trusted; nothing: go on. `writes`: the campaign
 * is resumed, and not only looked at. */
Status trust_doubts(const CampaignResume *resume, bool writes, StrBuf *lines, Error *error);

/* Appends a line for each solver whose program is not what it was when the campaign was begun. */
void trust_changes(const CampaignResume *resume, const CampaignSetup *setup, StrBuf *lines);

#endif
