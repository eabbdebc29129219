#include "run/solver/response.h"

#include <assert.h>
#include <string.h>

const char *solver_answer_name(SolverAnswer answer)
{
#define ANSWER_NAME(code, name) [code] = name,
  static const char *const names[] = {SOLVER_ANSWER_LIST(ANSWER_NAME)};
#undef ANSWER_NAME
  assert(answer < SOLVER_ANSWER_COUNT);
  return names[answer];
}

const ResponseReader *response_reader_find(const char *name)
{
  static const ResponseReader *const readers[] = {&response_smtlib, &response_words};
  if (!name) return &response_smtlib;
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (strcmp(readers[i]->name, name) == 0) return readers[i];
  return NULL;
}
