#include "solve/portfolio/problem.h"

#include <string.h>

#include "language/smt/blank.h"
#include "language/smt/examiner.h"
#include "smt/text/scan.h"

/* One model must not keep the answer waiting for long: checking may take as long as the solver took, some milliseconds, or what
 * a look at all of the script needs. Quantifiers over large ranges would take any number of steps. */
static ExamineLimits examine_limits(const PortfolioProblem *problem, const Outcome *outcome)
{
  enum { LEAST = 50000, MOST = 2000000, STEPS_PER_MS = 5000 };
  uint64_t steps = LEAST + 2 * problem->examined.length;
  steps += outcome->run.cpu_ns / 1000000 * STEPS_PER_MS;
  return (ExamineLimits){steps < MOST ? steps : MOST, 256 << 20};
}

static FileText copy_text(const FileText *text)
{
  FileText copy = {mem_alloc_zero(text->length + FILE_PADDING, 1), text->length};
  if (text->length) memcpy(copy.bytes, text->bytes, text->length);
  return copy;
}

void portfolio_problem_init(PortfolioProblem *problem, FileText *text, bool check)
{
  *problem = (PortfolioProblem){.text = *text, .check = check};
  *text = (FileText){0};
  sketch_read(problem->text.bytes, problem->text.length, &problem->outline);
  if (problem->outline.exits) {
    size_t end = problem->outline.end;
    memset(problem->text.bytes + end, 0, problem->text.length - end);
    problem->text.length = end;
  }
  problem->traits = script_traits(problem->text.bytes, problem->text.length);
  problem->facts.traits = problem->traits;
  if (check) problem->examined = copy_text(&problem->text);
  smtlib_blank_statuses(problem->text.bytes, problem->text.length);
}

void portfolio_problem_deinit(PortfolioProblem *problem)
{
  if (problem->examination) smtlib_examiner.end(problem->examination);
  if (problem->examiner) smtlib_examiner.destroy(problem->examiner);
  facts_deinit(&problem->facts);
  file_text_free(&problem->text);
  file_text_free(&problem->examined);
  sketch_deinit(&problem->outline);
  *problem = (PortfolioProblem){0};
}

/* Reads the script, if answers are to be checked, the first time it is called. */
static void portfolio_problem_understand(PortfolioProblem *problem, const Outcome *outcome)
{
  Error error;
  if (problem->examination || !problem->check) return;
  ExamineLimits limits = examine_limits(problem, outcome);
  problem->examiner = smtlib_examiner.create(&limits);
  problem->examination =
      smtlib_examiner.begin(problem->examiner, &problem->examined, &problem->facts, &error);
}

/* Can a status be anything but unsat or unknown? */
static bool may_have_status_sat(const FileText *text)
{
  static const char STATUS[] = ":status";
  const char *at = text->bytes, *end = at + text->length;
  while ((at = memmem(at, (size_t)(end - at), STATUS, sizeof STATUS - 1))) {
    at += sizeof STATUS - 1;
    while (at < end && scan_is_blank(*at)) at++;
    bool harmless = (end - at > 5 && memcmp(at, "unsat", 5) == 0) ||
                    (end - at > 7 && memcmp(at, "unknown", 7) == 0);
    if (!harmless) return true;
  }
  return false;
}

/* Of unsat answers to a script with constants only a status can say something: for them alone a large script is not read. */
static bool needs_reading(const PortfolioProblem *problem, const Outcome *outcome)
{
  bool all_unsat = true;
  for (size_t i = 0; i < outcome->answers.count; i++)
    all_unsat = all_unsat && outcome->answers.items[i].kind == SAYS_UNSAT;
  if (outcome->answers.count == 0) return false;
  return !all_unsat || !problem->traits.constants || may_have_status_sat(&problem->examined);
}

void portfolio_problem_read(PortfolioProblem *problem, const Outcome *outcome, Vote *vote)
{
  *vote = (Vote){0};
  if (problem->check && needs_reading(problem, outcome))
    portfolio_problem_understand(problem, outcome);
  if (problem->examination)
    examiner_read(&smtlib_examiner, problem->examination, &problem->facts, outcome, vote);
  else
    vote_read(&problem->facts, outcome, vote);
}
