/* Inside the judge: shared between the judge*.c files. */
#ifndef FIND_ORACLE_JUDGE_INTERNAL_H
#define FIND_ORACLE_JUDGE_INTERNAL_H

#include "find/oracle/judge.h"

/* Who says so to a query, numbered from 0, and who proves sat by a model. */
SolverSet judge_who_says(const Case *trial, size_t query, SolverAnswer answer);
SolverSet judge_who_proves(const Case *trial, size_t query);
int judge_size(SolverSet set);
/* Do they share no code, at least two of them? */
bool judge_has_two_families(const Case *trial, SolverSet set);

/* Texts: "z3, cvc5"; "check-sat 2: ", if there are several queries; "z3, cvc5 say sat". */
void judge_add_names(const Case *trial, SolverSet set, StrBuf *out);
void judge_begin_evidence(const Case *trial, size_t query, StrBuf *evidence);
void judge_add_saying(const Case *trial, SolverSet set, SolverAnswer answer, StrBuf *evidence);
/* Adds a model to the evidence, in one line; NULL: none. */
void judge_add_model(const char *model, StrBuf *evidence);
/* What wrong answers are grouped by, "sat in QF_BV": to be freed. */
char *judge_answer_group(const Case *trial, SolverAnswer said);

/* Makes the signature of accused, kind and `group`, which may be NULL, and takes the evidence. */
void judge_add_finding(const Case *trial, Finding finding, StrBuf *evidence, const char *group,
                       Findings *findings);

/* judge_run.c: what is wrong with a solver's run, model or core by itself; who is slow. */
void judge_runs(const Case *trial, Findings *findings);
/* judge_claim.c: what solvers said of another script that is about this one, too. */
void judge_claims(const Case *trial, Findings *findings);

#endif
