/* The parts of a campaign as bytes, to go on with in another process.
 *
 * Each part is restored into one that was just made with the same options, and the same seeds. Bytes of any origin
 * are fine: what cannot be makes the reader fail, and what was restored by then is released as usual. */
#ifndef FIND_FUZZ_SAVE_H
#define FIND_FUZZ_SAVE_H

#include "base/bytes.h"
#include "find/fuzz/group.h"
#include "find/fuzz/hunt.h"

/* An input, or only what is known of it: then it has no instance. */
void candidate_save(const Breeder *breeder, const Candidate *candidate, StrBuf *out);
void candidate_restore(Breeder *breeder, Candidate *candidate, ByteReader *reader);

void strategy_save(const Strategy *strategy, StrBuf *out);
void strategy_restore(Strategy *strategy, ByteReader *reader);

void hunt_save(const Hunt *hunt, StrBuf *out);
/* The record is new enough to have what inputs cost, and what ways have brought. */
void hunt_restore(Hunt *hunt, bool has_yield, bool has_ways, ByteReader *reader);

void group_save(const FindingGroup *group, StrBuf *out);
/* Appends it. */
void groups_restore(FindingGroups *groups, const Tweaks *tweaks, ByteReader *reader);

#endif
