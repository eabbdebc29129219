/* Predicates of B for tests: one for each operator, and the machine whose identifiers they use. */
#ifndef TEST_B_TEXT_EXAMPLES_H
#define TEST_B_TEXT_EXAMPLES_H

#include "b/term/operator.h"

static const char example_context[] =
    "MACHINE Context SETS DD; EE = {e1, e2}\n"
    "CONSTANTS xx, yy, zz, re, bb, st, ss, tt, uu, rr, qq, fr, pp, sq, qs, rc, tr, ee, dd\n"
    "PROPERTIES xx : INTEGER & yy : INTEGER & zz : INTEGER & re : REAL & bb : BOOL & st : STRING "
    "&\n"
    "  ss <: INTEGER & tt <: INTEGER & uu <: POW(INTEGER) & rr : INTEGER <-> INTEGER &\n"
    "  qq : INTEGER <-> INTEGER & fr : INTEGER <-> POW(INTEGER) & pp : INTEGER * INTEGER &\n"
    "  sq : seq(INTEGER) & qs : seq(seq(INTEGER)) & rc : struct(aa : INTEGER, cc : BOOL) &\n"
    "  tr : tree(INTEGER) & ee : EE & dd : DD\n"
    "END\n";

static const char *const examples[B_OPERATOR_COUNT] = {
#define EXAMPLE(NAME, predicate) [B_##NAME] = predicate,
#include "b/text/examples.def"
#undef EXAMPLE
};

#endif
