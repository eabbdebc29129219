/* Where else a finding shows: with the solver as it comes, and in other versions of it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "find/fuzz/campaign_internal.h"

/* --- running it with other solvers --- */

typedef struct {
  const FindingGroup *group;
  const Solver *solvers;
  const char *text;
  size_t length;
  bool given, shows;
} Attempt;

static bool next_attempt(void *user, PollInput *script)
{
  Attempt *attempt = user;
  if (attempt->given) return false;
  attempt->given = true;
  *script = (PollInput){.path = "variant",
                        .bytes = attempt->text,
                        .length = attempt->length,
                        .solvers = attempt->solvers};
  return true;
}

/* The number of the query that evidence is about: "check-sat 3: ", perhaps after the relation that has led to it; 0: it names none. */
static unsigned long query_of(const char *evidence)
{
  static const char relation[] = "related by ", query[] = "check-sat ";
  if (strncmp(evidence, relation, sizeof relation - 1) == 0) {
    const char *end = strstr(evidence, ": ");
    if (end) evidence = end + 2;
  }
  if (strncmp(evidence, query, sizeof query - 1) != 0) return 0;
  return strtoul(evidence + sizeof query - 1, NULL, 10);
}

/* Names of other solvers are part of signatures: what counts is the kind, and for crashes the group's own words. */
static bool is_like(const Finding *found, const FindingGroup *group)
{
  FindingKind kind = group->reduction.confirmed ? group->reduction.kind : group->kind;
  SolverSet accused = group->reduction.confirmed ? group->reduction.accused : group->accused;
  const char *evidence = group->reduction.confirmed ? group->reduction.evidence : group->evidence;
  if (!found->confirmed || (found->accused & ~accused)) return false;
  if (query_of(evidence) && query_of(evidence) != query_of(found->evidence)) return false;
  return found->kind == kind || (finding_is_answer(found->kind) && finding_is_answer(kind));
}

static void take_attempt(void *user, const PollResult *polled)
{
  Attempt *attempt = user;
  for (size_t i = 0; i < polled->findings.count; i++)
    attempt->shows |= is_like(&polled->findings.items[i], attempt->group);
}

/* False: supervisor_wake was called. */
static bool try_solvers(Campaign *campaign, const FindingGroup *group, const Solver *solvers,
                        bool *shows)
{
  const Reduction *reduction = &group->reduction;
  Attempt attempt = {
      .group = group, .solvers = solvers, .text = group->text, .length = group->length};
  if (reduction->confirmed) {
    attempt.text = reduction->text;
    attempt.length = reduction->length;
  } else if (group->script) {
    attempt.text = group->script;
    attempt.length = strlen(group->script);
  }
  PollOptions options = campaign_again_options(campaign);
  bool uninterrupted = poll_inputs(campaign->sup, &options, next_attempt, take_attempt, &attempt);
  *shows = attempt.shows;
  return uninterrupted;
}

static const Solver *solvers_of(const Campaign *campaign, const FindingGroup *group)
{
  return group->solvers.count ? group->solvers.items : campaign->options.solvers;
}

/* --- default mode --- */

/* All solvers, those that are blamed as they come. False: they are no others. */
static bool make_defaults(const Campaign *campaign, const FindingGroup *group, SolverVec *made)
{
  bool others = false;
  const Solver *solvers = solvers_of(campaign, group);
  for (size_t i = 0; i < campaign->solver_count; i++) {
    Solver solver;
    if (group->accused & SOLVER_BIT(i))
      others |= solver_make_default(&solvers[i], &solver);
    else
      solver_vary(&solvers[i], NULL, 0, &solver);
    VEC_PUSH(made, solver);
  }
  return others;
}

bool campaign_try_defaults(Campaign *campaign, FindingGroup *group)
{
  SolverVec made = {0};
  bool shows = false, uninterrupted = true;
  if (group->in_defaults) return true;
  if (!make_defaults(campaign, group, &made))
    group->in_defaults = true; /* there is no other mode */
  else if (!group->script || group->reduction.confirmed)
    uninterrupted = try_solvers(campaign, group, made.items, &shows);
  if (shows) {
    solver_vec_free(&group->solvers);
    group->solvers = made;
    group->in_defaults = true;
    group->changes++;
  } else {
    solver_vec_free(&made);
  }
  return uninterrupted;
}

void campaign_use_defaults(const Campaign *campaign, FindingGroup *group)
{
  SolverVec made = {0};
  assert(group->in_defaults);
  if (make_defaults(campaign, group, &made)) {
    solver_vec_free(&group->solvers);
    group->solvers = made;
  } else {
    solver_vec_free(&made);
  }
}

/* --- versions --- */

/* What a version does. */
typedef struct {
  const Solver *solver;
  char *version; /* NULL: not known */
  bool shows;
} VersionResult;

typedef VEC(VersionResult) VersionResults;

/* Solvers of one family that have different names count their versions each for itself. */
static bool is_older(const VersionResult *a, const VersionResult *b)
{
  return a->version && b->version &&
         strcmp(a->solver->profile->name, b->solver->profile->name) == 0 &&
         strverscmp(a->version, b->version) < 0;
}

static void add_name(const VersionResult *result, StrBuf *out)
{
  strbuf_printf(out, "`%s`", result->solver->name);
  if (result->version) strbuf_printf(out, " (%s)", result->version);
}

static void add_list(const VersionResults *results, bool shows, const char *heading, StrBuf *out)
{
  bool first = true;
  for (size_t i = 0; i < results->count; i++) {
    if (results->items[i].shows != shows) continue;
    strbuf_add_text(out, first ? heading : ", ");
    add_name(&results->items[i], out);
    first = false;
  }
  if (!first) strbuf_add_text(out, ".\n");
}

static void set_regression(const VersionResult *before, FindingGroup *group)
{
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add_text(&name, before->solver->name);
  if (before->version) strbuf_printf(&name, " (%s)", before->version);
  free(group->regression);
  group->regression = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
}

/* The solver that is blamed is the first one of the results. */
static void describe_versions(const VersionResults *results, FindingGroup *group, StrBuf *out)
{
  const VersionResult *oldest = &results->items[0], *before = NULL;
  for (size_t i = 1; i < results->count; i++) {
    const VersionResult *other = &results->items[i];
    if (other->shows && is_older(other, oldest)) oldest = other;
    if (!other->shows && is_older(other, &results->items[0]) &&
        (!before || is_older(before, other)))
      before = other;
  }
  add_list(results, true, "It shows in: ", out);
  add_list(results, false, "It does not show in: ", out);
  if (before) {
    strbuf_add_text(out, "It is a regression since ");
    add_name(before, out);
    strbuf_add_text(out, ".\n");
    set_regression(before, group);
  } else if (results->count > 1 && oldest->version) {
    strbuf_add_text(out, "The oldest of these that shows it is ");
    add_name(oldest, out);
    strbuf_add_text(out, ".\n");
  }
}

static bool share_family(const Solver *a, const Solver *b)
{
  char *one = solver_family(a), *other = solver_family(b);
  bool same = strcmp(one, other) == 0;
  free(one);
  free(other);
  return same;
}

/* False: supervisor_wake was called. */
static bool try_version(Campaign *campaign, const FindingGroup *group, size_t blamed,
                        const Solver *version, VersionResults *results)
{
  const Solver *now = solvers_of(campaign, group);
  Solver *solvers = mem_alloc(campaign->solver_count, sizeof *solvers);
  for (size_t i = 0; i < campaign->solver_count; i++) solvers[i] = now[i];
  solvers[blamed] = *version; /* the texts stay with their owners */
  VersionResult result = {.solver = version, .version = solver_version(version)};
  bool uninterrupted = try_solvers(campaign, group, solvers, &result.shows);
  VEC_PUSH(results, result);
  free(solvers);
  return uninterrupted;
}

static bool try_list(Campaign *campaign, const FindingGroup *group, size_t blamed,
                     const Solver *list, size_t count, VersionResults *results)
{
  const Solver *solver = &campaign->options.solvers[blamed];
  bool uninterrupted = true;
  for (size_t i = 0; i < count && uninterrupted; i++)
    if (strcmp(list[i].name, solver->name) != 0 && strcmp(list[i].program, solver->program) != 0 &&
        share_family(&list[i], solver))
      uninterrupted = try_version(campaign, group, blamed, &list[i], results);
  return uninterrupted;
}

bool campaign_try_versions(Campaign *campaign, FindingGroup *group)
{
  const CampaignOptions *options = &campaign->options;
  SolverSet accused = group->reduction.confirmed ? group->reduction.accused : group->accused;
  if (group->remarks || !group->count || !accused || accused & (accused - 1)) return true;
  size_t blamed = (size_t)__builtin_ctzll(accused);
  VersionResults results = {0};
  VEC_PUSH(&results, ((VersionResult){.solver = &options->solvers[blamed],
                                      .version = solver_version(&options->solvers[blamed]),
                                      .shows = true}));
  bool uninterrupted =
      try_list(campaign, group, blamed, options->solvers, campaign->solver_count, &results) &&
      try_list(campaign, group, blamed, options->versions, options->version_count, &results);
  StrBuf text;
  strbuf_init(&text, 0);
  if (uninterrupted && results.count > 1) describe_versions(&results, group, &text);
  if (uninterrupted) group->remarks = mem_copy_string(strbuf_text(&text), text.length);
  group->changes += text.length > 0;
  strbuf_deinit(&text);
  for (size_t i = 0; i < results.count; i++) free(results.items[i].version);
  VEC_FREE(&results);
  return uninterrupted;
}
