/* Checking proofs: a reader that trusts nothing, and integers. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/verify/proof.h"

/* A box with the disjuncts that are not closed above it. */
typedef struct {
  double *numbers; /* lower, upper */
  uint8_t *open;
} Box;

typedef struct {
  const char *at;
  uint64_t line;
  Certifier certifier;
  const Problem *problem;
  uint32_t *weights;
  VEC(Box) boxes;
  ProofCount *count;
  Error *error;
} Check;

static Status wrong(Check *check, const char *what)
{
  return error_set(check->error, STATUS_SYNTAX, "line %" PRIu64 ": %s", check->line, what);
}

/* The next line, without its end; false if there is none. */
static bool next_line(Check *check, const char **line, size_t *length)
{
  if (!*check->at) return false;
  *line = check->at;
  const char *end = strchr(check->at, '\n');
  *length = end ? (size_t)(end - check->at) : strlen(check->at);
  check->at += *length + (end != NULL);
  check->line++;
  return true;
}

static bool is_word(const char *line, size_t length, const char *word)
{
  return length == strlen(word) && memcmp(line, word, length) == 0;
}

/* A number that is followed by a space or the end of the line. */
static bool read_number(const char **at, const char *end, uint64_t most, Claim *number)
{
  const Claim limit = (Claim)1 << 120;
  const char *start = *at;
  *number = 0;
  while (*at < end && **at >= '0' && **at <= '9') {
    if (*number > limit / 10) return false;
    *number = *number * 10 + (*(*at)++ - '0');
  }
  if (*at == start || (*at < end && **at != ' ')) return false;
  if (*at < end) (*at)++;
  return most == UINT64_MAX || *number <= (Claim)most;
}

/* --- boxes --- */

static Box box_make(const Problem *problem, const double *numbers, const uint8_t *open)
{
  size_t inputs = problem_inputs(problem), disjuncts = problem->disjuncts.count;
  Box box = {mem_alloc(2 * inputs * sizeof(double) + disjuncts, 1), NULL};
  box.open = (uint8_t *)(box.numbers + 2 * inputs);
  memcpy(box.numbers, numbers, 2 * inputs * sizeof(double));
  memcpy(box.open, open, disjuncts);
  return box;
}

static Status check_closing(Check *check, Box *box, bool *set, const char *line, size_t length)
{
  const Problem *problem = check->problem;
  const char *at = line + 2, *end = line + length;
  Claim disjunct, zero, claimed, claim = 0, weight;
  if (!read_number(&at, end, problem->disjuncts.count - 1, &disjunct) ||
      !read_number(&at, end, 1, &zero) || !read_number(&at, end, UINT64_MAX, &claimed))
    return wrong(check, "a closed disjunct is not 'c DISJUNCT ZERO CLAIM WEIGHT...'");
  const Disjunct *wanted = &problem->disjuncts.items[(size_t)disjunct];
  for (uint32_t i = 0; i < wanted->count; i++) {
    if (!read_number(&at, end, CERTIFY_WEIGHT, &weight))
      return wrong(check, "a weight is missing, or not a number from 0 to 1024");
    check->weights[i] = (uint32_t)weight;
  }
  if (at != end) return wrong(check, "there are more weights than rows");
  if (!box->open[(size_t)disjunct]) return wrong(check, "the disjunct is closed already");
  if (!*set)
    certifier_set_box(&check->certifier, box->numbers, box->numbers + problem_inputs(problem));
  *set = true;
  if (zero == 1 &&
      certifier_close(&check->certifier, problem, wanted, check->weights, false, &claim))
    return wrong(check, "slopes of 0 are not needed");
  if (!certifier_close(&check->certifier, problem, wanted, check->weights, zero == 1, &claim))
    return wrong(check, "the rows do not exceed their bounds in this box");
  if (claim != claimed) return wrong(check, "the bound is not the one that is claimed");
  box->open[(size_t)disjunct] = 0;
  check->count->closed++;
  return STATUS_OK;
}

static Status check_split(Check *check, const Box *box, const char *line, size_t length)
{
  const Problem *problem = check->problem;
  uint32_t inputs = problem_inputs(problem);
  const char *at = line + 2, *end = line + length;
  Claim input;
  if (!read_number(&at, end, inputs - 1, &input)) return wrong(check, "there is no such input");
  char *stop;
  double where = strtod(at, &stop), *numbers = box->numbers;
  if (stop != end || stop == at) return wrong(check, "the place of a split is not a number");
  if (!(where >= numbers[(size_t)input] && where <= numbers[inputs + (size_t)input]))
    return wrong(check, "the split is outside of the box");
  double scaled = ldexp(where, CERTIFY_UNIT);
  char again[40];
  snprintf(again, sizeof again, "%a", where);
  if (scaled != floor(scaled) || !is_word(at, (size_t)(end - at), again))
    return wrong(check, "the place of a split is not written as 'assay verify' writes it");
  for (int side = 1; side >= 0; side--) {
    Box half = box_make(problem, numbers, box->open);
    half.numbers[side ? (size_t)input : inputs + (size_t)input] = where;
    VEC_PUSH(&check->boxes, half);
  }
  return STATUS_OK;
}

static Status check_node(Check *check, Box *box)
{
  const char *line;
  size_t length;
  bool set = false;
  check->count->nodes++;
  for (;;) {
    if (!next_line(check, &line, &length)) return wrong(check, "the proof ends too early");
    if (length > 2 && memcmp(line, "c ", 2) == 0) {
      Status status = check_closing(check, box, &set, line, length);
      if (status) return status;
      continue;
    }
    if (length > 2 && memcmp(line, "s ", 2) == 0) return check_split(check, box, line, length);
    if (!is_word(line, length, "l"))
      return wrong(check, "a line is none of 'c ...', 's ...' and 'l'");
    for (size_t d = 0; d < check->problem->disjuncts.count; d++)
      if (box->open[d]) return wrong(check, "a disjunct of a leaf is not closed");
    return STATUS_OK;
  }
}

static Status check_tree(Check *check, const Problem *problem)
{
  size_t disjuncts = problem->disjuncts.count;
  uint32_t rows = 0;
  for (size_t d = 0; d < disjuncts; d++)
    if (problem->disjuncts.items[d].count > rows) rows = problem->disjuncts.items[d].count;
  check->problem = problem;
  check->weights = mem_alloc(rows + 1, sizeof(uint32_t));
  uint8_t *open = mem_alloc(disjuncts + 1, 1);
  memset(open, 1, disjuncts);
  VEC_PUSH(&check->boxes, box_make(problem, problem->lower, open));
  Status status = STATUS_OK;
  while (check->boxes.count > 0) {
    Box box = check->boxes.items[--check->boxes.count];
    if (!status) status = check_node(check, &box);
    free(box.numbers);
  }
  free(open);
  free(check->weights);
  return status;
}

/* --- the file --- */

static Status check_header(Check *check, Digest network, Digest property)
{
  char wanted[3][60];
  snprintf(wanted[0], sizeof wanted[0], "assay-proof 1");
  snprintf(wanted[1], sizeof wanted[1], "network %016" PRIx64, network);
  snprintf(wanted[2], sizeof wanted[2], "property %016" PRIx64, property);
  static const char *const mistakes[] = {"this is no proof that 'assay verify' wrote",
                                         "the proof is for another network",
                                         "the proof is for another property"};
  for (size_t i = 0; i < 3; i++) {
    const char *line;
    size_t length;
    if (!next_line(check, &line, &length) || !is_word(line, length, wanted[i]))
      return wrong(check, mistakes[i]);
  }
  return STATUS_OK;
}

static Status check_trees(Check *check, const ProblemVec *problems)
{
  const char *line;
  size_t length;
  Status status = STATUS_OK;
  for (size_t i = 0; i < problems->count && !status; i++) {
    char wanted[40];
    snprintf(wanted, sizeof wanted, "tree %zu", i);
    if (!next_line(check, &line, &length) || !is_word(line, length, wanted))
      return wrong(check, "the tree of a subproblem is missing");
    status = check_tree(check, &problems->items[i]);
  }
  if (!status && (!next_line(check, &line, &length) || !is_word(line, length, "end") || *check->at))
    status = wrong(check, "the proof does not end with 'end'");
  return status;
}

Status proof_check(const char *text, const Net *net, const Property *property, Digest network,
                   Digest property_digest, ProofCount *count, Error *error)
{
  enum { NUMBERS_MAX = 1 << 26 };
  *count = (ProofCount){0};
  Check check = {.at = text, .count = count, .error = error};
  ProblemVec problems = {0};
  ProblemLimits limits = {.numbers = NUMBERS_MAX, .until_ns = UINT64_MAX};
  Status status = certifier_init(&check.certifier, net, error);
  if (status) return status;
  status = problems_build(&problems, net, property, &limits, error);
  if (!status) status = check_header(&check, network, property_digest);
  if (!status) status = check_trees(&check, &problems);
  VEC_FREE(&check.boxes);
  problems_free(&problems);
  certifier_deinit(&check.certifier);
  return status;
}
