/* The responses of solvers that speak SMT-LIB. */
#include "run/solver/response.h"
#include "smt/text/answer.h"

static ResponseKind kind_of(AnswerKind kind)
{
  switch (kind) {
  case ANSWER_SAT:
  case ANSWER_UNSAT:
  case ANSWER_UNKNOWN:
  case ANSWER_TIMEOUT: return RESPONSE_ANSWER;
  case ANSWER_UNSUPPORTED: return RESPONSE_UNSUPPORTED;
  case ANSWER_ERROR: return RESPONSE_ERROR;
  case ANSWER_WARNING:
  case ANSWER_OTHER: return RESPONSE_TEXT;
  default: return RESPONSE_DETAIL;
  }
}

static SolverAnswer answer_of(AnswerKind kind)
{
  switch (kind) {
  case ANSWER_SAT: return SAYS_SAT;
  case ANSWER_UNSAT: return SAYS_UNSAT;
  case ANSWER_UNKNOWN: return SAYS_UNKNOWN;
  case ANSWER_TIMEOUT: return SAYS_TIMEOUT;
  default: return SAYS_NOTHING;
  }
}

static void split(const char *text, uint64_t length, Responses *responses)
{
  Answers answers = {0};
  answers_split(text, length, &answers);
  VEC_RESERVE(responses, answers.count);
  for (size_t i = 0; i < answers.count; i++) {
    const Answer *answer = &answers.items[i];
    Response response = {kind_of(answer->kind), answer_of(answer->kind), answer->kind,
                         answer->start, answer->end};
    VEC_PUSH(responses, response);
  }
  VEC_FREE(&answers);
}

const ResponseReader response_smtlib = {"smtlib", split, answer_message};
