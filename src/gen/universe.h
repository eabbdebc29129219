/* The universe of a script: the sorts, constants and functions that its terms are made of.
 *
 * It is drawn for generated scripts, and taken from the script for scripts that are mutated. */
#ifndef GEN_UNIVERSE_H
#define GEN_UNIVERSE_H

#include "gen/draw_rank.h"
#include "gen/settings.h"
#include "smtlib/script.h"

typedef struct {
  U32Vec sorts; /* what sort parameters are drawn from; widths and formats are those of these */
  U32Vec
      constants; /* Fun: those of the script, for their sorts; for other sorts they are invented */
  U32Vec functions;     /* Fun: declared and defined ones that take arguments */
  VEC(DrawnRank) ranks; /* instances of functions whose rank is computed by a rule */
  /* Declarations that sorts and functions need, in an order in which they can be written: declared
   * sorts, datatypes, defined functions. A sort's needs are bits of these. */
  Script declarations;
} Universe;

enum { UNIVERSE_DECLARATIONS_MAX = 64 };

void universe_draw(Universe *universe, Bank *bank, const GenSettings *settings, Random *random);
void universe_of_script(Universe *universe, Bank *bank, const Script *script);
void universe_deinit(Universe *universe);

/* Which declarations a sort needs, as bits. */
uint64_t universe_needs(const Universe *universe, const Bank *bank, Sort sort);

#endif
