/* libassay: SMT-LIB scripts and the solvers that read them.
 *
 *   assay_context *context;
 *   assay_script *script;
 *   assay_error error;
 *   if (assay_context_create(&context, &error) == ASSAY_OK &&
 *       assay_script_read(context, text, strlen(text), &script, &error) == ASSAY_OK)
 *     printf("%s\n", assay_script_logic(script));
 *
 * Everything is an opaque handle. What can fail returns a status and fills the error, if one is given; a handle
 * that could not be made is NULL. A handle is released by its _destroy function, which accepts NULL. Texts that
 * functions return belong to the handle they were asked from, except where assay_free is mentioned.
 *
 * The library has no global state, never prints and never exits, with one exception: when memory runs out,
 * the process ends with a message. A context has to outlive what was made from it and must not be changed
 * while other threads use it. Apart from that, handles can be used in different threads, each in one
 * at a time. Functions that run solvers make the process a "child subreaper" while they work; call them
 * from one thread at a time.
 *
 * Errors of the caller, such as NULL for a handle that is needed or an index out of range, fail an
 * assertion. */
#ifndef ASSAY_H
#define ASSAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_API __attribute__((visibility("default")))

/* The version of the library, such as "0.1.0". */
ASSAY_API const char *assay_version(void);

/* --- errors --- */

typedef enum {
  ASSAY_OK,
  ASSAY_SYNTAX,      /* the text is malformed */
  ASSAY_SORT,        /* a term is not well sorted */
  ASSAY_SCOPE,       /* a name is not declared, or declared twice */
  ASSAY_LIMIT,       /* something is larger than is allowed */
  ASSAY_IO,          /* a file, a program or the system */
  ASSAY_USAGE,       /* an argument that makes no sense: an unknown logic, construct, solver */
  ASSAY_UNDETERMINED /* a term has no value that can be told; the message says why */
} assay_status;

typedef struct {
  assay_status status;
  uint32_t line, column; /* from 1, columns in bytes; 0: it is not about a place in a text */
  uint64_t offset;       /* in bytes; valid if line is not 0 */
  char message[1000];    /* UTF-8, one line, ends with a zero byte */
} assay_error;

/* Releases a text that a function has made for the caller. */
ASSAY_API void assay_free(char *text);

/* --- contexts --- */

/* The theories and the solvers that are known. A new one has those that assay is built with. */
typedef struct assay_context assay_context;

ASSAY_API assay_status assay_context_create(assay_context **context, assay_error *error);
ASSAY_API void assay_context_destroy(assay_context *context);
/* Adds the theories of a text in the form of doc/theories.md. */
ASSAY_API assay_status assay_context_add_theories(assay_context *context, const char *text,
                                                  size_t length, assay_error *error);
/* Adds profiles of solvers: YAML in the form of doc/solvers.md. */
ASSAY_API assay_status assay_context_add_profiles(assay_context *context, const char *text,
                                                  size_t length, assay_error *error);

/* --- scripts --- */

/* A script that has been read and checked. Immutable. */
typedef struct assay_script assay_script;

/* Reads a script: syntax, scopes and sorts are checked. The text is copied. */
ASSAY_API assay_status assay_script_read(const assay_context *context, const char *text,
                                         size_t length, assay_script **script, assay_error *error);
ASSAY_API void assay_script_destroy(assay_script *script);
/* The text that was read, which ends with a zero byte; *length if length is not NULL. */
ASSAY_API const char *assay_script_text(const assay_script *script, size_t *length);
/* The logic that it sets, or NULL, and the smallest logic that holds it. */
ASSAY_API const char *assay_script_logic(const assay_script *script);
ASSAY_API const char *assay_script_needed_logic(const assay_script *script);
/* What is wrong with the logic that it sets, or NULL. */
ASSAY_API const char *assay_script_warning(const assay_script *script);
ASSAY_API uint64_t assay_script_assertions(const assay_script *script);
/* Different terms below the assertions. */
ASSAY_API uint64_t assay_script_nodes(const assay_script *script);

typedef enum {
  ASSAY_PRINT_LET,    /* shared terms become let bindings */
  ASSAY_PRINT_DEFINE, /* shared terms become definitions */
  ASSAY_PRINT_TREE    /* shared terms are written out: can be exponential, see `limit` */
} assay_print_style;

/* The script in canonical text, which reads back to the same terms. `pretty`: with line breaks and indentation.
 * A text of more than `limit` bytes is ASSAY_LIMIT; 0 is no limit. Release *text with assay_free. */
ASSAY_API assay_status assay_script_print(const assay_script *script, assay_print_style style,
                                          bool pretty, size_t limit, char **text, size_t *length,
                                          assay_error *error);

/* --- evaluation --- */

typedef enum { ASSAY_FALSE, ASSAY_TRUE, ASSAY_UNKNOWN } assay_truth;

/* The models that a solver printed, checked exactly against the assertions of a script. */
typedef struct assay_evaluation assay_evaluation;

/* `output` is a model, or all that a solver printed for the script. NULL: no model, only what is true without
 * one is true. */
ASSAY_API assay_status assay_script_evaluate(const assay_script *script, const char *output,
                                             size_t length, assay_evaluation **evaluation,
                                             assay_error *error);
ASSAY_API void assay_evaluation_destroy(assay_evaluation *evaluation);
ASSAY_API size_t assay_evaluation_models(const assay_evaluation *evaluation);
/* ASSAY_OK, or what is wrong with the text of a model, numbered from 0. */
ASSAY_API assay_status assay_evaluation_status(const assay_evaluation *evaluation, size_t model,
                                               assay_error *error);
/* ASSAY_FALSE if an assertion is false, ASSAY_TRUE if all are true. */
ASSAY_API assay_truth assay_evaluation_truth(const assay_evaluation *evaluation, size_t model);
/* The assertions that the model is for: how many, whether each is true, the line of each in the script, and
 * why it is undetermined, or "". */
ASSAY_API size_t assay_evaluation_assertions(const assay_evaluation *evaluation, size_t model);
ASSAY_API assay_truth assay_evaluation_assertion(const assay_evaluation *evaluation, size_t model,
                                                 size_t assertion);
ASSAY_API uint64_t assay_evaluation_line(const assay_evaluation *evaluation, size_t model,
                                         size_t assertion);
ASSAY_API const char *assay_evaluation_reason(const assay_evaluation *evaluation, size_t model,
                                              size_t assertion);

/* The value of a term over the declarations of a script, as text to release with assay_free. `output` as above:
 * its first model counts. */
ASSAY_API assay_status assay_script_value(const assay_script *script, const char *output,
                                          size_t length, const char *term, char **value,
                                          assay_error *error);

/* --- generating and mutating --- */

/* Random scripts of a logic. Script `number` of a generator with the same settings is the same on every machine. */
typedef struct assay_generator assay_generator;

ASSAY_API assay_status assay_generator_create(const assay_context *context, const char *logic,
                                              uint64_t seed, assay_generator **generator,
                                              assay_error *error);
ASSAY_API void assay_generator_destroy(assay_generator *generator);
/* Changes a setting before the first script: "asserts", "vars", "ufs", "uf-arity", "depth", "max-width", "literals",
 * "lets", "likely-sat", "nodes", "reuse", "signatures", "layers" (0 or 1), "incremental" (0 or 1), "extensions" (0
 * or 1). They are those of `assay gen`. */
ASSAY_API assay_status assay_generator_set(assay_generator *generator, const char *setting,
                                           uint64_t value, assay_error *error);
ASSAY_API assay_status assay_generator_script(assay_generator *generator, uint64_t number,
                                              assay_script **script, assay_error *error);

/* A script that differs from another by one more occurrence of a construct, such as "bvxor". NULL: a random
 * one. (seed, number) names the mutant. */
ASSAY_API assay_status assay_script_mutate(const assay_script *script, const char *construct,
                                           uint64_t seed, uint64_t number, assay_script **mutant,
                                           assay_error *error);

/* --- running solvers --- */

/* A solver by an expression: "z3", "z3@/opt/z3/bin/z3", "cvc5(--nl-ext=none)", "./mysolver --flag". */
typedef struct assay_solver assay_solver;

ASSAY_API assay_status assay_solver_find(const assay_context *context, const char *expression,
                                         assay_solver **solver, assay_error *error);
ASSAY_API void assay_solver_destroy(assay_solver *solver);
ASSAY_API const char *assay_solver_name(const assay_solver *solver); /* the expression */

typedef enum {
  ASSAY_SAT, /* of several answers the last */
  ASSAY_UNSAT,
  ASSAY_ANSWERED_UNKNOWN,
  ASSAY_TIMEOUT,
  ASSAY_MEMORY,
  ASSAY_UNSUPPORTED,
  ASSAY_REJECTED, /* the solver reports an error */
  ASSAY_CRASH,
  ASSAY_FLOOD, /* more output than is allowed */
  ASSAY_NO_ANSWER,
  ASSAY_KILLED,
  ASSAY_NOT_STARTED,
  ASSAY_ESCAPED /* processes that it had started could not be ended */
} assay_result;

/* How a run ended and what the solver said. */
typedef struct assay_outcome assay_outcome;

/* Runs a solver on a script and waits for its end. 0 is no limit. `models`: ask it to print a model after each
 * sat, if it can. What becomes of the run is in the outcome; the status is not ASSAY_OK only if it could not
 * be tried. */
ASSAY_API assay_status assay_run(const assay_solver *solver, const assay_script *script,
                                 uint64_t timeout_ms, uint64_t memory_bytes, bool models,
                                 assay_outcome **outcome, assay_error *error);
ASSAY_API void assay_outcome_destroy(assay_outcome *outcome);
ASSAY_API assay_result assay_outcome_result(const assay_outcome *outcome);
/* The result in a word: "sat", "timeout" ... */
ASSAY_API const char *assay_outcome_name(const assay_outcome *outcome);
/* The answer to each query, as far as they count. */
ASSAY_API size_t assay_outcome_answers(const assay_outcome *outcome);
ASSAY_API assay_result assay_outcome_answer(const assay_outcome *outcome, size_t query);
/* Of the error or crash, in one line; NULL: there is none. */
ASSAY_API const char *assay_outcome_message(const assay_outcome *outcome);
/* All of standard output; it may hold zero bytes. */
ASSAY_API const char *assay_outcome_output(const assay_outcome *outcome, size_t *length);
ASSAY_API double assay_outcome_wall_seconds(const assay_outcome *outcome);
ASSAY_API double assay_outcome_cpu_seconds(const assay_outcome *outcome);
ASSAY_API uint64_t assay_outcome_peak_bytes(const assay_outcome *outcome);

/* --- judging solvers --- */

/* What the answers of several solvers to one script say about them. */
typedef struct assay_judgement assay_judgement;

/* Runs every solver on the script, one after the other, each with these limits, and judges the answers: against exact
 * evaluation, checked models, the status that the script gives, and each other. What is found is run again, to be
 * confirmed. At most 64 solvers. */
ASSAY_API assay_status assay_judge(const assay_script *script, const assay_solver *const *solvers,
                                   size_t count, uint64_t timeout_ms, uint64_t memory_bytes,
                                   assay_judgement **judgement, assay_error *error);
ASSAY_API void assay_judgement_destroy(assay_judgement *judgement);
/* The result of a solver, numbered as given, in its first run. */
ASSAY_API assay_result assay_judgement_result(const assay_judgement *judgement, size_t solver);
/* What is wrong, numbered from 0. */
ASSAY_API size_t assay_judgement_findings(const assay_judgement *judgement);
/* In a word or two: "refuted", "wrong model", "disagreement", "crash" ... */
ASSAY_API const char *assay_judgement_kind(const assay_judgement *judgement, size_t finding);
/* Did it reproduce in a second run? */
ASSAY_API bool assay_judgement_is_confirmed(const assay_judgement *judgement, size_t finding);
/* Is this solver wrong? In a disagreement or doubt: perhaps. */
ASSAY_API bool assay_judgement_blames(const assay_judgement *judgement, size_t finding,
                                      size_t solver);
/* In one line. */
ASSAY_API const char *assay_judgement_evidence(const assay_judgement *judgement, size_t finding);
/* The same text for what may well be the same defect. */
ASSAY_API const char *assay_judgement_signature(const assay_judgement *judgement, size_t finding);

/* --- reducing scripts --- */

/* A smaller script on which the solvers show the same finding, one that assay_judge has: the first one, or the one with
 * this signature if `finding` is not NULL. A solver gets `timeout_ms`, or, if that is 0, as long as the script itself
 * needs; all together end after `time_ms`, 0: when nothing can be made smaller. */
ASSAY_API assay_status assay_reduce(const assay_script *script, const assay_solver *const *solvers,
                                    size_t count, const char *finding, uint64_t timeout_ms,
                                    uint64_t memory_bytes, uint64_t time_ms, assay_script **smaller,
                                    assay_error *error);

#ifdef __cplusplus
}
#endif

#endif
