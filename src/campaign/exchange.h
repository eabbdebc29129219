/* A process's part in a campaign of several: what it sees goes to the others, and what they see comes here.
 *
 * All of it travels through the store (record/store/lease.h, share.h, unit.h). What a process has done is written in one
 * transaction: inputs with their runs, what agents learnt from them, findings with their groups, and which numbers are
 * used. It happens only if the lease still holds. What others have written is read once a second or, if that takes
 * long, more rarely. */
#ifndef CAMPAIGN_EXCHANGE_H
#define CAMPAIGN_EXCHANGE_H

#include "campaign/recorder.h"
#include "find/fuzz/campaign_share.h"
#include "record/store/lease.h"
#include "record/store/share.h"

/* The kind of the units of work that are reductions of groups, by the number of the group. */
#define EXCHANGE_REDUCTIONS "reduce"

/* A block of numbers, with what was drawn of it when it came. */
typedef struct {
  StoreBlock block;
  uint64_t before;
} HeldBlock;

/* A finding that waits to be written until its group has a number. */
typedef struct {
  uint64_t number, at_ns;
  uint32_t place;
  Finding finding;
  char *answers, *options, *text;
  size_t length;
  GroupTag tag;
} WaitingFinding;

struct Exchange {
  Recorder *recorder;
  Supervisor *sup;
  Campaign *campaign;
  uint32_t worker; /* 0: this process only watches */
  uint32_t lease_ms;
  uint64_t block_size;
  VEC(HeldBlock) blocks;
  VEC(WaitingFinding) findings;
  U64Vec claimed;   /* groups that are being reduced here */
  uint64_t version; /* of groups and the best input, that is known here */
  double best_sent; /* the margin of the best input that the others know */
  uint64_t best_ms; /* when the own best was found */
  uint64_t working; /* workers, when the share was last looked at */
  uint64_t pulled_ns, pull_cost_ns, buried_ns, block_ns, away_ns;
  bool idle;
  bool lost; /* the lease is: nothing of what was not written counts */
};

/* Opens the campaign of a recorder to others; this process has run it alone so far, or runs nothing itself. */
Status exchange_open(Recorder *recorder, const Campaign *campaign, Error *error);
/* Takes part as a worker. The campaign has just been made, or was run alone so far: `opens` then opens it to others in
 * the same transaction, so that nobody else can use its numbers if this fails. Recorder and campaign know the exchange only
 * if it has entered the store. */
Status exchange_join(Exchange *exchange, Recorder *recorder, Supervisor *sup, Campaign *campaign,
                     uint32_t lease_ms, bool opens, Error *error);
/* Only watches. */
void exchange_watch(Exchange *exchange, Recorder *recorder, Campaign *campaign);
void exchange_deinit(Exchange *exchange);

/* A finding is to be written. */
void exchange_take_finding(Exchange *exchange, const CampaignEvent *event);
/* Writes all that waits. */
Status exchange_write(Exchange *exchange, Error *error);
/* Reads what others have written, if it is time or `now`. */
Status exchange_pull(Exchange *exchange, bool now, Error *error);
/* Gives back what is held. */
Status exchange_leave(Exchange *exchange, Error *error);

#endif
