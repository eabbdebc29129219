/* The universe of a script: the sorts, constants and functions that its terms are made of.
 *
 * It is drawn for generated scripts, and taken from the script (scene.h) for scripts that are mutated. */
#ifndef SMT_DRAW_UNIVERSE_H
#define SMT_DRAW_UNIVERSE_H

#include "base/index.h"
#include "smt/draw/draw_rank.h"
#include "smt/draw/settings.h"
#include "smt/text/script.h"

typedef struct {
  U32Vec sorts; /* what sort parameters are drawn from; widths and formats are those of these */
  U32Vec
      constants; /* Fun: those of the script, for their sorts; for other sorts they are invented */
  U32Vec functions;     /* Fun: declared and defined ones that take arguments */
  VEC(DrawnRank) ranks; /* instances of functions whose rank is computed by a rule */
  /* Declarations that sorts and functions need, in an order in which they can be written: declared
   * sorts, datatypes, defined functions. A sort's needs are bits of these. */
  Script declarations;
  U32Vec names; /* Symbol: what constants that are invented must not be called */
  Index name_index;
} Universe;

enum { UNIVERSE_DECLARATIONS_MAX = 64 };

void universe_draw(Universe *universe, Bank *bank, const GenSettings *settings, Random *random);
/* Adds what the logic has beyond a universe that was taken from a script, with names of its own. */
void universe_extend(Universe *universe, Bank *bank, const GenSettings *settings, Random *random);
void universe_deinit(Universe *universe);

/* Names that are taken. */
void universe_take_name(Universe *universe, Symbol name);
bool universe_has_name(const Universe *universe, Symbol name);

/* Which declarations a sort needs, as bits. */
uint64_t universe_needs(const Universe *universe, const Bank *bank, Sort sort);
/* Which declarations the sorts need that a term names as indices, as (_ fmf.card U0 2) does. */
uint64_t universe_needs_of_indices(const Universe *universe, const Bank *bank, Term term);

#endif
