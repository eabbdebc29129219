/* A campaign that other processes take part in: what this one gets from them, and what it tells.
 *
 * Each process has a campaign of its own, made of the same options. Numbers of inputs come from outside, agents know what all
 * of them have seen, groups of findings have the same numbers everywhere, and the best input is that of all. What travels is
 * bytes; who carries them is not known here (campaign/exchange.h). */
#ifndef FIND_FUZZ_CAMPAIGN_SHARE_H
#define FIND_FUZZ_CAMPAIGN_SHARE_H

#include "find/fuzz/campaign.h"

typedef struct {
  uint32_t worker; /* a number of this process among all */
  NumberSource numbers;
  /* How many more inputs may be begun; 0: none now. */
  uint64_t (*allow)(void *user);
  /* No more inputs may be begun: waits until there are others, or until nobody can give any back. False: there will be none. */
  bool (*wait)(void *user);
  /* May this one reduce the group, by its number from 1? Then nobody else does. */
  bool (*claim)(void *user, size_t group);
  void *user;
  uint64_t elapsed_ns; /* of the campaign's time, by now */
} CampaignShare;

/* Before it runs, or where EVENT_TICK is told. What is known by then has still to be told. */
void campaign_share(Campaign *campaign, const CampaignShare *share);
/* Only hears what others know: nothing is run here. */
void campaign_listen(Campaign *campaign);

/* It is to end as soon as it can. */
void campaign_tell_end(Campaign *campaign, CampaignEnd end);
/* CPU time of solvers that others have used. */
void campaign_set_others(Campaign *campaign, uint64_t solver_ns);
/* What it does now, in words. */
const char *campaign_doing(const Campaign *campaign);

/* --- numbers --- */

/* The last number that was used before others took part. */
uint64_t campaign_last_number(const Campaign *campaign);
/* Inputs that are being made or run, and numbers that are left of those given, in ascending order. */
void campaign_open_numbers(const Campaign *campaign, U64Vec *open);
void campaign_left_numbers(const Campaign *campaign, NumberRanges *ranges);

/* --- agents --- */

/* All agents whose arms are summed up, by numbers that are the same everywhere; NULL: there is none with this number. */
enum { CAMPAIGN_AGENTS_MAX = 4 + LANGUAGE_DIMENSIONS_MAX, CAMPAIGN_THEMES = 100 };
size_t campaign_agents(Campaign *campaign, Agent *agents[CAMPAIGN_AGENTS_MAX]);
/* NULL: there are no themes. */
Prospect *campaign_prospect(Campaign *campaign);

/* --- groups --- */

/* May groups be taken now? Not while one is being reduced or looked at. */
bool campaign_takes_groups(const Campaign *campaign);
/* What others have written of a group. New ones come in the order of their numbers. Bytes of any origin are fine. */
Status campaign_take_group(Campaign *campaign, uint64_t number, const char *bytes, size_t length,
                           Error *error);
/* After all of them have been taken: groups that only this process knows get the numbers after these, or become part of one
 * that is there. */
void campaign_settle_groups(Campaign *campaign);
/* Has something changed that the others do not know? By its number from 1, or 0 for any. */
bool campaign_group_is_news(const Campaign *campaign, uint64_t number);
/* The others know all of it now. */
void campaign_told_groups(Campaign *campaign);

/* Another process has reduced the group, by its number from 0, as far as it can be. */
void campaign_end_reduction(Campaign *campaign, size_t number);

/* Which group a finding belongs to, which may get another number until it is settled. */
typedef struct {
  uint64_t index;       /* of a group that has its number, or UINT64_MAX */
  uint64_t first;       /* else: the number of the first input of the group, */
  uint32_t first_place; /* and the place of the finding in it */
} GroupTag;
GroupTag campaign_tag(const Campaign *campaign, const FindingGroup *group);
const FindingGroup *campaign_find_tag(const Campaign *campaign, GroupTag tag);

/* --- the best input --- */

/* Without one no bytes. */
void campaign_save_best(const Campaign *campaign, StrBuf *out);
/* The best of others. Of evolution each process has its own. */
Status campaign_take_best(Campaign *campaign, uint64_t number, double margin, const char *bytes,
                          size_t length, Error *error);

/* --- counts --- */

/* What adds up over processes besides inputs and solver time. */
void campaign_save_counts(const Campaign *campaign, StrBuf *out);
/* For a process that has none of its own: they become the sum of what follows. */
void campaign_clear_counts(Campaign *campaign);
Status campaign_add_counts(Campaign *campaign, uint64_t inputs, uint64_t solver_ns,
                           const char *bytes, size_t length, Error *error);
/* It is run by others; its time began so long ago, and has ended or not. */
void campaign_set_times(Campaign *campaign, uint64_t elapsed_ns, bool ended);

#endif
