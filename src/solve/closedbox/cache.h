/* What calls answered, kept in a folder from one run to the next: for boxes whose calls take long.
 *
 * The file is named by a digest of the boxes: what they are called, their ranks, and the contents of the libraries, sources
 * and programs. Nothing is believed because it is there: before an answer rests on a call, that call is repeated (see
 * closedbox.h), so that a box that is no function, or a file that somebody changed, costs time but makes no answer wrong. */
#ifndef SOLVE_CLOSEDBOX_CACHE_H
#define SOLVE_CLOSEDBOX_CACHE_H

#include "base/digest.h"
#include "solve/closedbox/caller.h"

/* False if the boxes have no contents of their own, such as a library that the loader looks for. */
bool call_cache_key(const Boxes *boxes, Digest *key);
/* Adds the calls that are kept for the key; what is no such file is as if it were not there. */
void call_cache_load(const char *folder, Digest key, const Boxes *boxes, CallTable *calls);
/* Keeps these in place of what was there. Calls that failed are left out. */
Status call_cache_save(const char *folder, Digest key, const Boxes *boxes, const CallTable *calls,
                       Error *error);
/* Forgets what is kept. */
void call_cache_remove(const char *folder, Digest key);

#endif
