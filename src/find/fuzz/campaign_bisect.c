/* Which options of solvers a finding needs. */
#include <string.h>

#include "find/fuzz/campaign_internal.h"

bool campaign_has_doubt(const Verdicts *verdicts)
{
  return verdicts->candidate->tweaks.count && verdicts->list.count;
}

/* --- one set of options --- */

typedef struct {
  const Campaign *campaign;
  Verdicts *verdicts; /* of the input, with what is found */
  const TweakSet *set;
  SolverVec solvers; /* with these options */
  bool given;
} Attempt;

static bool next_attempt(void *user, PollInput *script)
{
  Attempt *attempt = user;
  if (attempt->given) return false;
  attempt->given = true;
  *script = (PollInput){.path = "input",
                        .bytes = attempt->verdicts->text,
                        .length = attempt->verdicts->length,
                        .solvers = attempt->solvers.items};
  return true;
}

static void take_attempt(void *user, const PollResult *polled)
{
  Attempt *attempt = user;
  campaign_add_verdicts(attempt->campaign, attempt->verdicts, polled, attempt->set);
}

/* What is found with these options. In the mode of first runs, since there are findings that only it shows. */
static bool attempt(Campaign *campaign, const TweakSet *set, Verdicts *verdicts)
{
  Attempt attempt = {.campaign = campaign, .verdicts = verdicts, .set = set};
  PollOptions options = campaign_poll_options(campaign, 1, campaign->options.mode);
  tweaks_apply(&campaign->tweaks, set, &attempt.solvers);
  bool uninterrupted = poll_inputs(campaign->sup, &options, next_attempt, take_attempt, &attempt);
  solver_vec_free(&attempt.solvers);
  return uninterrupted;
}

/* --- the same finding with other options --- */

/* Signatures begin with the names of the solvers, which differ in their options. */
static Finding without_names(const Campaign *campaign, const Accusation *verdict)
{
  Finding finding = verdict->finding;
  SolverVec solvers = {0};
  tweaks_apply(&campaign->tweaks, &verdict->tweaks, &solvers);
  const Solver *named = solvers.count ? solvers.items : campaign->options.solvers;
  for (size_t i = 0; i < campaign->solver_count; i++) {
    if (!(finding.accused & SOLVER_BIT(i))) continue;
    size_t length = strlen(named[i].name);
    if (strncmp(finding.signature, named[i].name, length) != 0) break;
    finding.signature += length;
    finding.signature += strspn(finding.signature, ", ");
  }
  solver_vec_free(&solvers);
  return finding;
}

/* The first that shows it again, twice; NULL: none does. */
static Accusation *find_again(const Campaign *campaign, const Verdicts *verdicts,
                              const Accusation *wanted)
{
  Finding bare = without_names(campaign, wanted);
  for (size_t i = 0; i < verdicts->list.count; i++) {
    Accusation *verdict = &verdicts->list.items[i];
    Finding found = without_names(campaign, verdict);
    if (found.confirmed && finding_shows(&found, &bare)) return verdict;
  }
  return NULL;
}

/* --- fewer options --- */

static Verdicts verdicts_like(const Verdicts *verdicts)
{
  return (Verdicts){
      .candidate = verdicts->candidate, .text = verdicts->text, .length = verdicts->length};
}

/* Leaves out one option after the other, as long as it shows: then none of the rest can be left out. Without any it does
 * not show. */
static bool bisect(Campaign *campaign, const Verdicts *verdicts, Accusation *verdict)
{
  bool uninterrupted = true;
  for (uint32_t place = 0; uninterrupted && place < verdict->tweaks.count;) {
    if (verdict->tweaks.count == 1) break;
    TweakSet fewer = tweak_set_without(&verdict->tweaks, place);
    Verdicts found = verdicts_like(verdicts);
    uninterrupted = attempt(campaign, &fewer, &found);
    Accusation *again = uninterrupted ? find_again(campaign, &found, verdict) : NULL;
    if (again) {
      Accusation old = *verdict;
      *verdict = *again;
      *again = old;
    } else {
      place++;
    }
    verdicts_deinit(&found);
  }
  return uninterrupted;
}

/* A solver may refuse options that do not go together, or with a script: that is no defect. */
static bool is_refusal(const Accusation *verdict)
{
  return verdict->finding.kind == FINDING_REJECTS;
}

bool campaign_bisect(Campaign *campaign, Verdicts *verdicts)
{
  Verdicts all = verdicts_like(verdicts);
  bool uninterrupted = attempt(campaign, &(TweakSet){0}, &all);
  size_t plain = all.list.count;
  for (size_t i = 0; uninterrupted && i < verdicts->list.count; i++) {
    Accusation *verdict = &verdicts->list.items[i];
    Verdicts without = all;
    without.list.count = plain;
    if (is_refusal(verdict) || find_again(campaign, &without, verdict)) continue;
    if (verdict->finding.confirmed) uninterrupted = bisect(campaign, verdicts, verdict);
    VEC_PUSH(&all.list, *verdict);
    *verdict = (Accusation){0};
  }
  verdicts_deinit(verdicts);
  *verdicts = all;
  return uninterrupted;
}
