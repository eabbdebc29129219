/* A solver to run: a program, its profile and parameters, named by an expression.
 *
 *   z3                          by the profile's name; its program is looked up in PATH
 *   z3@/opt/z3-4.13/bin/z3      another program with the same profile
 *   'z3(smt.string_solver=z3str3)'  'cvc5(--nl-ext=none,--bitblast=eager)'   with parameters
 *   './mysolver --flag'         any command; the file is appended to its words
 *   'z3*16'                     one process that is asked the same 16 times; the last answer counts
 *
 * No shell is ever involved. */
#ifndef RUN_SOLVER_SOLVER_H
#define RUN_SOLVER_SOLVER_H

#include "run/solver/expression.h"
#include "run/solver/profile.h"

typedef struct {
  char *name; /* the expression */
  const Profile *profile;
  const Profile *generic; /* whose patterns hold too */
  char *program;          /* path */
  const char *directory;  /* where it runs, of the profiles; NULL: where we do */
  bool isolate;           /* of the profiles: every run of it is isolated (run/process/isolate.h) */
  TextVec parameters;     /* words */
  uint32_t queries;       /* that a process gets, from 1: the same input, so often */
  bool
      takes_descriptor; /* the program itself opens RUN_INPUT_PATH: it is no script that starts another one */
  bool
      defaults; /* without the words of the profile for strings and floats: as it comes, with nothing experimental */
} Solver;

/* STATUS_USAGE: the expression is wrong or names nothing that is known; STATUS_IO: the program is not
 * there or cannot be run. The profiles must outlive the solver. On error nothing has to be released. */
Status solver_find(const Profiles *profiles, const char *expression, Solver *solver, Error *error);
void solver_deinit(Solver *solver);
/* The same with more parameters, which have no blank, comma, quote or parenthesis in them; the expression has them, too. Of a
 * plain command there are none. */
void solver_vary(const Solver *solver, const char *const *parameters, size_t count,
                 Solver *variant);

/* The same whose processes are asked so often; its expression says so. STATUS_USAGE: it cannot be asked more than once. */
Status solver_repeat(const Solver *solver, uint32_t queries, Solver *variant, Error *error);

/* The same as the solver comes, with nothing experimental. False: it is no other one. */
bool solver_make_default(const Solver *solver, Solver *variant);

typedef VEC(Solver) SolverVec;

/* Those of a list "z3,cvc5,z3(a=b,c=d)", appended. On error nothing is. */
Status solver_find_list(const Profiles *profiles, const char *list, SolverVec *solvers,
                        Error *error);
void solver_vec_free(SolverVec *solvers);

/* The program that runs the one of a profile: a path to free; ours, if its name is "assay"; NULL: there is none. */
char *solver_runner_path(const Profile *profile);
/* The program of a profile in PATH: a path to free, or NULL. */
char *solver_program_path(const Profile *profile);
/* The path of the program that runs, a text to free, if it is ours; NULL: we are a library in another one. */
char *solver_own_program(void);
/* A name that solvers share which share code, and mistakes: a text to free. */
char *solver_family(const Solver *solver);
/* Is the program an executable of its own, and not a script that is run by another one? */
bool solver_program_is_binary(const char *path);
/* What the program says its version is: a text to free, or NULL. Takes a run of it. */
char *solver_version(const Solver *solver);

#endif
