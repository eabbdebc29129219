/* Models that solvers do not give: where one says unsat and no other has a model, the examiner of the language looks for
 * one. */
#ifndef FIND_ORACLE_SEARCH_H
#define FIND_ORACLE_SEARCH_H

#include "find/oracle/judge.h"

/* Looks for models of queries that someone calls unsat and nobody has shown to be sat, before the case is judged; they become
 * witnesses of `facts`, which are those of the case. Longest where solvers disagree, shortly where several say so. */
void search_witnesses(const ExaminerInterface *kind, Examination *examination, const Case *trial,
                      Facts *facts);

#endif
