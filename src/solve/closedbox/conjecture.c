/* Guessing what a box computes: a small term that agrees with some calls takes the place of the box in the constraints, and
 * a model of these is checked by calling like any other. Nothing but sat follows from a guess. */
#include <assert.h>
#include <string.h>

#include "base/random.h"
#include "smt/term/build.h"
#include "smt/term/rewrite.h"
#include "solve/closedbox/engine.h"

enum { SAMPLES = 48, TERMS_MAX = 400, ROOM_BYTES = 1 << 20 };

typedef enum { GUESS_ARGUMENT, GUESS_NUMBER, GUESS_UNARY, GUESS_BINARY } GuessKind;

/* A term with its values at the samples. */
typedef struct {
  GuessKind kind;
  const char *name; /* of the function */
  uint32_t a, b;    /* positions of its arguments, or the number of the argument */
  uint64_t number;
  uint64_t values[SAMPLES];
} Guess;

typedef struct {
  const Box *box;
  uint32_t number; /* of the box */
  uint32_t width;
  uint64_t args[SAMPLES][2];
  uint64_t results[SAMPLES];
  VEC(Guess) guesses;
  uint32_t match; /* position + 1; 0: none */
} Conjecture;

/* --- calls --- */

typedef struct {
  Engine *engine;
  Conjecture *conjecture;
} SampleJob;

static void sample_job(void *context, const WorkerRoom *room)
{
  SampleJob *job = context;
  Conjecture *conjecture = job->conjecture;
  Caller *caller;
  Error error;
  uint64_t fine = 0;
  if (caller_create(job->engine->problem->boxes, job->engine->settings->limits.call_ns,
                    engine_left_ns(job->engine) + 1, &caller, &error) == STATUS_OK) {
    fine = 1;
    for (uint32_t i = 0; i < SAMPLES && fine; i++)
      fine = caller_call(caller, conjecture->number, conjecture->args[i],
                         &conjecture->results[i]) == GUARD_FINE;
    caller_end_programs(caller);
  }
  box_worker_put(room, &fine, sizeof fine);
  box_worker_put(room, conjecture->results, sizeof conjecture->results);
}

static bool take_samples(Engine *engine, Conjecture *conjecture)
{
  Random random = random_stream(engine->settings->seed, 11, conjecture->number);
  uint64_t mask = layout_mask(conjecture->width);
  for (uint32_t i = 0; i < SAMPLES; i++)
    for (uint32_t k = 0; k < 2; k++)
      conjecture->args[i][k] =
          (i < 2 ? i : random_u64(&random) >> random_below(&random, 64)) & mask;
  CallLimits limits = engine->settings->limits;
  limits.wall_ns = engine_left_ns(engine) + 1;
  WorkerSettings settings = call_worker_settings(engine->problem->boxes, &limits);
  SampleJob job = {engine, conjecture};
  WorkerRoom room;
  if (!box_worker_room_init(&room, ROOM_BYTES)) return false;
  uint64_t fine = 0;
  if (box_worker_run(&room, &settings, sample_job, &job) == WORKER_DONE) {
    memcpy(&fine, room.shared->bytes, sizeof fine);
    memcpy(conjecture->results, room.shared->bytes + sizeof fine, sizeof conjecture->results);
  }
  box_worker_room_deinit(&room);
  return fine == 1;
}

/* --- terms --- */

static uint64_t apply(const char *name, uint64_t a, uint64_t b)
{
  if (strcmp(name, "bvnot") == 0) return ~a;
  if (strcmp(name, "bvneg") == 0) return 0 - a;
  if (strcmp(name, "bvadd") == 0) return a + b;
  if (strcmp(name, "bvsub") == 0) return a - b;
  if (strcmp(name, "bvmul") == 0) return a * b;
  if (strcmp(name, "bvand") == 0) return a & b;
  if (strcmp(name, "bvor") == 0) return a | b;
  return a ^ b;
}

/* Adds a guess unless an equal one is there; notes the first that agrees with all calls. */
static void add_guess(Conjecture *conjecture, Guess guess)
{
  assert(conjecture->guesses.count <= TERMS_MAX);
  uint64_t mask = layout_mask(conjecture->width);
  for (uint32_t i = 0; i < SAMPLES; i++) guess.values[i] &= mask;
  bool match = memcmp(guess.values, conjecture->results, sizeof guess.values) == 0;
  if (!match && conjecture->guesses.count >= TERMS_MAX) return;
  for (size_t i = 0; !match && i < conjecture->guesses.count; i++)
    if (memcmp(conjecture->guesses.items[i].values, guess.values, sizeof guess.values) == 0) return;
  VEC_PUSH(&conjecture->guesses, guess);
  if (match) conjecture->match = (uint32_t)conjecture->guesses.count;
}

static void add_leaves(Conjecture *conjecture)
{
  uint64_t numbers[] = {0, 1, conjecture->results[0]};
  for (uint32_t k = 0; k < conjecture->box->arity; k++) {
    Guess guess = {.kind = GUESS_ARGUMENT, .a = k};
    for (uint32_t i = 0; i < SAMPLES; i++) guess.values[i] = conjecture->args[i][k];
    add_guess(conjecture, guess);
  }
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers && !conjecture->match; k++) {
    Guess guess = {.kind = GUESS_NUMBER, .number = numbers[k]};
    for (uint32_t i = 0; i < SAMPLES; i++) guess.values[i] = numbers[k];
    add_guess(conjecture, guess);
  }
}

static void combine(Conjecture *conjecture, const char *name, GuessKind kind, uint32_t a,
                    uint32_t b)
{
  assert(a < conjecture->guesses.count && b < conjecture->guesses.count);
  Guess guess = {.kind = kind, .name = name, .a = a, .b = b};
  for (uint32_t i = 0; i < SAMPLES; i++)
    guess.values[i] =
        apply(name, conjecture->guesses.items[a].values[i], conjecture->guesses.items[b].values[i]);
  add_guess(conjecture, guess);
}

/* All terms over those that are there. */
static void grow(Conjecture *conjecture)
{
  static const char *const unary[] = {"bvnot", "bvneg"};
  static const char *const binary[] = {"bvadd", "bvsub", "bvand", "bvor", "bvxor", "bvmul"};
  uint32_t count = (uint32_t)conjecture->guesses.count;
  for (uint32_t a = 0; a < count && !conjecture->match; a++) {
    for (size_t k = 0; k < 2 && !conjecture->match; k++)
      combine(conjecture, unary[k], GUESS_UNARY, a, a);
    for (uint32_t b = 0; b < count; b++)
      for (size_t k = 0; k < 6 && !conjecture->match; k++)
        combine(conjecture, binary[k], GUESS_BINARY, a, b);
  }
}

static bool find_conjecture(Engine *engine, uint32_t number, Conjecture *conjecture)
{
  const Box *box = &engine->problem->boxes->items.items[number];
  *conjecture = (Conjecture){.box = box, .number = number, .width = box_result(box).width};
  if (box->arity > 2) return false;
  for (uint32_t i = 0; i <= box->arity; i++)
    if (box->layouts[i].kind != LAYOUT_BITS || box->layouts[i].width != conjecture->width)
      return false;
  if (!take_samples(engine, conjecture)) return false;
  add_leaves(conjecture);
  for (int level = 0; level < 2 && !conjecture->match; level++) grow(conjecture);
  return conjecture->match != 0;
}

/* --- constraints --- */

typedef struct {
  Bank *bank;
  const Boxes *boxes;
  const Conjecture *conjectures; /* by box */
} Replacing;

static Term guess_term(const Replacing *replacing, const Conjecture *conjecture, uint32_t at,
                       const Term *args)
{
  Bank *bank = replacing->bank;
  const Guess *guess = &conjecture->guesses.items[at];
  Sort sort = conjecture->box->sorts[conjecture->box->arity];
  if (guess->kind == GUESS_ARGUMENT) return args[guess->a];
  if (guess->kind == GUESS_NUMBER)
    return call_word_term(bank, sort, box_result(conjecture->box), &guess->number);
  /* At most three levels deep. */
  Term parts[2] = {guess_term(replacing, conjecture, guess->a, args),
                   guess_term(replacing, conjecture, guess->b, args)};
  return build(bank, guess->name, 0, parts, guess->kind == GUESS_UNARY ? 1 : 2);
}

static Term replace_call(void *context, Term old, Term *args)
{
  const Replacing *replace = context;
  Fun fun = bank_fun(replace->bank, old);
  int box = fun ? boxes_find(replace->boxes, fun) : -1;
  if (box < 0) return 0;
  const Conjecture *conjecture = &replace->conjectures[box];
  return guess_term(replace, conjecture, conjecture->match - 1, args);
}

static void try_conjectures(Engine *engine, Conjecture *conjectures, uint64_t wall_ns)
{
  BoxProblem guessed = *engine->problem;
  guessed.constraints = (U32Vec){0};
  Replacing context = {guessed.bank, guessed.boxes, conjectures};
  for (size_t i = 0; i < engine->problem->constraints.count; i++)
    VEC_PUSH(&guessed.constraints, rewrite_term(guessed.bank, engine->problem->constraints.items[i],
                                                replace_call, &context));
  SmtSide *smt = smt_side_create_plain(engine->settings->sup, engine->settings->solver, &guessed);
  SmtAnswer answer;
  uint32_t learnt;
  smt_side_check(smt, NULL, 0, wall_ns, &answer);
  closedbox_say(engine, "conjecture: what the boxes compute is guessed; SMT engine: %s",
                answer_name(answer.answer));
  if (answer.answer == ANSWER_SAT) closedbox_try_model(engine, &answer.model, &learnt);
  smt_answer_deinit(&answer);
  smt_side_destroy(smt);
  VEC_FREE(&guessed.constraints);
}

void closedbox_run_conjecture(Engine *engine, uint64_t wall_ns)
{
  size_t count = engine->problem->boxes->items.count;
  Conjecture *conjectures = mem_alloc_zero(count + 1, sizeof *conjectures);
  bool all = engine->settings->solver != NULL;
  for (uint32_t i = 0; i < count && all; i++) all = find_conjecture(engine, i, &conjectures[i]);
  if (all) try_conjectures(engine, conjectures, wall_ns);
  for (size_t i = 0; i < count; i++) VEC_FREE(&conjectures[i].guesses);
  free(conjectures);
}
