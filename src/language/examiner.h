/* Examining inputs of a language: what is known of an input, and what the runs of solvers on it show.
 *
 *   Examiner *examiner = kind->create(&limits);
 *   Examination *examination = kind->begin(examiner, &text, &facts, &error);
 *   ... run solvers on the text, as facts.traits says ...
 *   examiner_read(kind, examination, &facts, &outcome, &vote);      for each run
 *   kind->end(examination);
 *
 * Judging the votes is general (find/oracle/judge.h). An examination and what it is given are used by one
 * thread at a time; different examinations of one examiner by different ones. */
#ifndef LANGUAGE_EXAMINER_H
#define LANGUAGE_EXAMINER_H

#include "base/file.h"
#include "language/vote.h"

typedef struct Examiner Examiner;       /* what holds for all inputs of a language */
typedef struct Examination Examination; /* of one input */

/* What checking one model may cost; 0: the language's own limit. */
typedef struct {
  uint64_t steps;
  size_t bytes;
} ExamineLimits;

/* How findings speak of inputs and of the questions in them. */
typedef struct {
  const char *input; /* "script" */
  const char *query; /* "check-sat" */
} ExaminerWords;

/* What is true of the answers to a related input, for whoever answers the input itself. */
typedef enum {
  RELATED_LAST,    /* its last query has the answer of the input's only one */
  RELATED_IF_UNSAT /* if that is unsat, its first two queries have the same answer */
} RelationRule;

typedef struct {
  ExaminerWords words;
  Examiner *(*create)(const ExamineLimits *limits);
  void (*destroy)(Examiner *examiner);

  /* Reads an input: never NULL. The text, which is followed by FILE_PADDING zero bytes, belongs to the
   * caller, and stays where it is until the end. What solvers must not see of it is blanked.
   * Where it is not understood the error says why, and the traits are valid all the same. */
  Examination *(*begin)(Examiner *examiner, FileText *text, Facts *facts, Error *error);
  void (*end)(Examination *examination);

  /* What is looked at from now on would be the reason to blame a solver: it may take far longer. NULL: it makes no
   * difference. */
  void (*insist)(Examination *examination);
  /* Does a solver claim to know all that the input uses? If not, its errors are no surprise. */
  bool (*is_claimed)(const Examination *examination, const Profile *profile);
  /* Does the input use the construct of this name? NULL: the language has no names for what it has. */
  bool (*uses)(const Examination *examination, const char *construct);
  /* Adds what models and cores in the output show to a vote, which has been read (vote_read). NULL: nothing. */
  void (*weigh)(Examination *examination, const Facts *facts, const Outcome *outcome, Vote *vote);
  /* Looks for a model of a query, from 1, of an input that is understood, among so many: true, and its text is appended. The
   * same result each time. NULL: the language has no such search. */
  bool (*find_witness)(Examination *examination, uint32_t query, uint32_t tries, StrBuf *model);
  /* Appends the input with a question for a model after each query to which a vote says sat. False: it cannot be asked in
   * this way. NULL: the language has no such questions. */
  bool (*ask_models)(Examination *examination, const Vote *vote, ProfileAsk ask, StrBuf *text);
  /* Names of relations between inputs, ends with NULL; NULL: there are none. With one of them an input is appended whose answers
   * follow from those of the input; the number makes all choices. False: there is none for this input. */
  const char *const *relations;
  bool (*relate)(Examination *examination, size_t relation, uint64_t number, RelationRule *rule,
                 StrBuf *text);
  /* Appends an input that asks for an unsat core of a query, from 1, of an input that is understood. NULL: the
   * language has no cores. */
  void (*ask_core)(Examination *examination, uint32_t query, StrBuf *text);
} ExaminerInterface;

/* The vote of one run. */
static inline void examiner_read(const ExaminerInterface *kind, Examination *examination,
                                 const Facts *facts, const Outcome *outcome, Vote *vote)
{
  vote_read(facts, outcome, vote);
  if (kind->weigh && facts->understood && outcome->run.out.bytes)
    kind->weigh(examination, facts, outcome, vote);
}

#endif
