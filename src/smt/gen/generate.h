/* Generating scripts.
 *
 * Script number `index` of a seed and settings is the same on every machine, whatever scripts were made
 * before it. */
#ifndef SMT_GEN_GENERATE_H
#define SMT_GEN_GENERATE_H

#include "smt/draw/settings.h"
#include "smt/gen/draft_text.h"
#include "smt/gen/draft_value.h"
#include "smt/gen/grow.h"

/* A universe and its grammar. */
typedef struct {
  bool made;
  Universe universe;
  Grammar grammar;
  StrBuf declarations;       /* the text of the universe's declarations, */
  U32Vec starts;             /* where each of them begins in it, and its end */
  DraftEvaluator *evaluator; /* made when first used */
} World;

typedef struct {
  Bank *bank;
  const GenSettings *settings;
  ConstructTable constructs;
  ConstructId negation; /* (not Bool); CONSTRUCT_NONE: it is left out */
  World *worlds;        /* settings->worlds of them, made when first used */
  World *world;         /* of the script that was begun last */
  Choice choice;
  Grower grower;
  U32Vec asserts;   /* where they begin in the draft, and the end of the last one */
  SharedVec shared; /* for each assertion; empty if nothing is shared */
  DraftText text;
  Printer *printer; /* for what is not printed from drafts */
  StrBuf preamble;  /* (set-logic ...) */
  Symbol logic;
} Generator;

/* The bank has the theories; it and the settings have to outlive the generator. What a generator of
 * trees adds to the bank when it makes text is bounded; other scripts add their terms. */
Status generator_init(Generator *generator, Bank *bank, const GenSettings *settings, Error *error);
void generator_deinit(Generator *generator);

/* Streams of a seed: each kind of script has its own. */
enum { STREAM_WORLD = 1, STREAM_SCRIPT = 2, STREAM_PLANTED = 3, STREAM_REFUTED = 4 };

/* Begins script `index` of a stream: nothing is drawn yet but its world. */
World *generator_start(Generator *generator, uint64_t stream, uint64_t index);
/* How many assertions a script gets, and how deep the next one is. */
uint32_t generator_draw_asserts(Generator *generator);
uint32_t generator_draw_depth(Generator *generator);
/* Draws the assertions of script `index`: generator->grower holds them as drafts. The steps that
 * follow are made of this. */
World *generator_draw(Generator *generator, uint64_t index);

/* For other ways to draw: starts a script of a world without assertions; each is grown and ended. */
World *generator_world(Generator *generator, uint32_t number);
Grower *generator_begin(Generator *generator, uint32_t world);
void generator_end_assert(Generator *generator);
/* Appends the text of the script that has been drawn. */
void generator_print(Generator *generator, StrBuf *out);

/* Appends the text of a script, without (exit). True: the drafts of its assertions are there, see generator_draw. */
bool generator_text(Generator *generator, uint64_t index, StrBuf *out);
/* Terms of scripts stay in the bank. Are there so many that the generator should be made anew on
 * another bank? Its scripts would be the same. */
bool generator_is_large(const Generator *generator);
/* The script as commands. */
void generator_script(Generator *generator, uint64_t index, Script *script);

/* Appends commands that declare all that the grower has used, in an order that works. */
void generator_declare(const Grower *grower, Script *script);
/* (set-logic ...) of the settings. */
void generator_set_logic(const Generator *generator, Script *script);

#endif
