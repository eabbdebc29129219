/* Uses libassay: generates a script, changes it, prints it, checks a model, and runs a solver if one is named.
 *
 *   cc library.c $(pkg-config --cflags --libs assay) -o library
 *   ./library [SOLVER] */
#include <assay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(assay_status status, const assay_error *error)
{
  if (status == ASSAY_OK) return;
  if (error->line)
    fprintf(stderr, "library: %u:%u: %s\n", error->line, error->column, error->message);
  else
    fprintf(stderr, "library: %s\n", error->message);
  exit(1);
}

/* A script, a mutant of it, and its text. */
static void make_scripts(assay_context *context)
{
  assay_generator *generator;
  assay_script *script, *mutant;
  assay_error error;
  char *text;
  size_t length;
  must(assay_generator_create(context, "QF_BV", 1, &generator, &error), &error);
  must(assay_generator_set(generator, "asserts", 2, &error), &error);
  must(assay_generator_script(generator, 0, &script, &error), &error);
  must(assay_script_mutate(script, "bvxor", 1, 0, &mutant, &error), &error);
  must(assay_script_print(mutant, ASSAY_PRINT_LET, true, 0, &text, &length, &error), &error);
  printf("mutant: %s, %llu assertions, %s bvxor\n", assay_script_needed_logic(mutant),
         (unsigned long long)assay_script_assertions(mutant),
         strstr(text, "bvxor") ? "with" : "without");
  assay_free(text);
  assay_script_destroy(mutant);
  assay_script_destroy(script);
  assay_generator_destroy(generator);
}

/* Which assertions does a model satisfy? */
static void check_model(const assay_script *script, const char *model)
{
  static const char *const names[] = {"false", "true", "unknown"};
  assay_evaluation *evaluation;
  assay_error error;
  must(assay_script_evaluate(script, model, strlen(model), &evaluation, &error), &error);
  for (size_t i = 0; i < assay_evaluation_assertions(evaluation, 0); i++)
    printf("line %llu: %s\n", (unsigned long long)assay_evaluation_line(evaluation, 0, i),
           names[assay_evaluation_assertion(evaluation, 0, i)]);
  assay_evaluation_destroy(evaluation);
}

static void run_solver(assay_context *context, const assay_script *script, const char *expression)
{
  assay_solver *solver;
  assay_outcome *outcome;
  assay_error error;
  must(assay_solver_find(context, expression, &solver, &error), &error);
  must(assay_run(solver, script, 10000, 0, false, &outcome, &error), &error);
  printf("solver: %s\n", assay_outcome_name(outcome));
  assay_outcome_destroy(outcome);
  assay_solver_destroy(solver);
}

int main(int count, char **arguments)
{
  static const char text[] = "(set-logic QF_LIA)\n"
                             "(declare-const x Int)\n"
                             "(assert (> x 3))\n"
                             "(assert (< (* 2 x) 10))\n"
                             "(check-sat)\n";
  assay_context *context;
  assay_script *script;
  assay_error error;
  must(assay_context_create(&context, &error), &error);
  make_scripts(context);
  must(assay_script_read(context, text, strlen(text), &script, &error), &error);
  check_model(script, "((define-fun x () Int 5))");
  if (count > 1) run_solver(context, script, arguments[1]);
  assay_script_destroy(script);
  assay_context_destroy(context);
  return 0;
}
