/* Writing a script and reading it again must give the same handles. */
#ifndef TEST_SUPPORT_ROUND_TRIP_H
#define TEST_SUPPORT_ROUND_TRIP_H

#include "base/strbuf.h"
#include "smt/text/print.h"

/* "let, flat" and the like. */
const char *round_trip_style(const PrintOptions *options);

/* Prints the script, reads the text in the same bank and compares the commands one by one. The
 * definitions that SHARE_DEFINE adds are expanded first. False with the reason in `why`, which the
 * caller has initialised, if something differs or the text grows beyond `limit` (0: none). */
bool round_trip(Bank *bank, const Script *script, const PrintOptions *options, size_t limit,
                StrBuf *why);

/* round_trip in every style: let, define and, if `tree`, tree; each flat and pretty. */
bool round_trip_all(Bank *bank, const Script *script, bool tree, size_t limit, StrBuf *why);

#endif
