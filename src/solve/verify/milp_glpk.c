/* GLPK. */
#include <dlfcn.h>
#include <glpk.h>
#include <math.h>
#include <string.h>

#include "solve/verify/milp_solver.h"

#define LIBRARY "libglpk.so.40"

#define GLPK_FUNCTIONS(X)                                                                          \
  X(glp_create_prob)                                                                               \
  X(glp_delete_prob)                                                                               \
  X(glp_set_obj_dir)                                                                               \
  X(glp_add_rows)                                                                                  \
  X(glp_add_cols)                                                                                  \
  X(glp_set_row_bnds)                                                                              \
  X(glp_set_col_bnds)                                                                              \
  X(glp_set_obj_coef)                                                                              \
  X(glp_set_col_kind)                                                                              \
  X(glp_set_mat_row)                                                                               \
  X(glp_init_iocp)                                                                                 \
  X(glp_intopt)                                                                                    \
  X(glp_mip_status)                                                                                \
  X(glp_mip_col_val)                                                                               \
  X(glp_term_out)

typedef struct {
#define GLPK_MEMBER(name) __typeof__(&name) name;
  GLPK_FUNCTIONS(GLPK_MEMBER)
#undef GLPK_MEMBER
} Glpk;

static Status open_library(Glpk *glpk, Error *error)
{
  void *found, *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return error_set(error, STATUS_IO, "GLPK is not installed (Debian: libglpk40): %s", dlerror());
#define GLPK_FIND(name)                                                                            \
  found = dlsym(library, #name);                                                                   \
  if (!found) return error_set(error, STATUS_IO, "%s has no %s", LIBRARY, #name);                  \
  memcpy(&glpk->name, &found, sizeof found);
  GLPK_FUNCTIONS(GLPK_FIND)
#undef GLPK_FIND
  return STATUS_OK;
}

static int bound_kind(double lower, double upper)
{
  if (isinf(lower)) return isinf(upper) ? GLP_FR : GLP_UP;
  if (isinf(upper)) return GLP_LO;
  return lower == upper ? GLP_FX : GLP_DB;
}

static void add_columns(const Glpk *glpk, glp_prob *problem, const Milp *milp)
{
  glpk->glp_add_cols(problem, (int)milp->columns.count);
  for (size_t j = 0; j < milp->columns.count; j++) {
    const MilpColumn *column = &milp->columns.items[j];
    glpk->glp_set_col_bnds(problem, (int)j + 1, bound_kind(column->lower, column->upper),
                           column->lower, column->upper);
    glpk->glp_set_obj_coef(problem, (int)j + 1, column->cost);
    if (column->integer) glpk->glp_set_col_kind(problem, (int)j + 1, GLP_BV);
  }
}

/* Arrays of GLPK begin at 1. */
static void add_rows(const Glpk *glpk, glp_prob *problem, const Milp *milp)
{
  int *places = mem_alloc(milp->columns.count + 2, sizeof(int));
  double *values = mem_alloc(milp->columns.count + 2, sizeof(double));
  if (milp->rows.count > 0) glpk->glp_add_rows(problem, (int)milp->rows.count);
  for (size_t i = 0; i < milp->rows.count; i++) {
    const MilpRow *row = &milp->rows.items[i];
    glpk->glp_set_row_bnds(problem, (int)i + 1, bound_kind(row->lower, row->upper), row->lower,
                           row->upper);
    for (size_t k = 0; k < row->count; k++) {
      places[k + 1] = milp->places.items[row->first + k] + 1;
      values[k + 1] = milp->values.items[row->first + k];
    }
    glpk->glp_set_mat_row(problem, (int)i + 1, (int)row->count, places, values);
  }
  free(places);
  free(values);
}

Status verify_milp_by_glpk(const Milp *milp, double *solution, MilpState *state, Error *error)
{
  Glpk glpk = {0};
  Status status = open_library(&glpk, error);
  if (status) return status;
  glpk.glp_term_out(GLP_OFF);
  glp_prob *problem = glpk.glp_create_prob();
  glpk.glp_set_obj_dir(problem, GLP_MIN);
  add_columns(&glpk, problem, milp);
  add_rows(&glpk, problem, milp);
  glp_iocp parameters;
  glpk.glp_init_iocp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  int code = glpk.glp_intopt(problem, &parameters);
  int found = glpk.glp_mip_status(problem);
  *state = MILP_FAILED;
  if (code == GLP_ENOPFS || (code == 0 && found == GLP_NOFEAS)) {
    *state = MILP_INFEASIBLE;
  } else if (code == 0 && found == GLP_OPT) {
    *state = MILP_OPTIMAL;
    for (size_t j = 0; j < milp->columns.count; j++)
      solution[j] = glpk.glp_mip_col_val(problem, (int)j + 1);
  }
  glpk.glp_delete_prob(problem);
  return STATUS_OK;
}
