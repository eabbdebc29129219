/* What ProB's answers mean. They are texts of a foreign program: anything may be in them. */
#ifndef LANGUAGE_B_PROB_ANSWER_H
#define LANGUAGE_B_PROB_ANSWER_H

#include "language/b/prob.h"

/* Of the read-eval loop: "... is TRUE", "Solution:" and values, warnings. */
ProbAnswer prob_read_loop(const char *answer, size_t length, StrBuf *text);
/* Of the socket: a Prolog term with solution([binding(Name,Value,Text)...]), contradiction_found, time_out,
 * no_solution_found(Reason) or error. */
ProbAnswer prob_read_socket(const char *answer, size_t length, StrBuf *text);

#endif
