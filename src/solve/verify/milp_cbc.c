/* COIN-OR CBC. */
#include <coin/Cbc_C_Interface.h>
#include <dlfcn.h>
#include <string.h>

#include "solve/verify/milp_solver.h"

#define LIBRARY "libCbcSolver.so.3"

#define CBC_FUNCTIONS(X)                                                                           \
  X(Cbc_newModel)                                                                                  \
  X(Cbc_loadProblem)                                                                               \
  X(Cbc_setInteger)                                                                                \
  X(Cbc_setLogLevel)                                                                               \
  X(Cbc_setParameter)                                                                              \
  X(Cbc_solve)                                                                                     \
  X(Cbc_isProvenOptimal)                                                                           \
  X(Cbc_isProvenInfeasible)                                                                        \
  X(Cbc_getColSolution)                                                                            \
  X(Cbc_deleteModel)

typedef struct {
#define CBC_MEMBER(name) __typeof__(&name) name;
  CBC_FUNCTIONS(CBC_MEMBER)
#undef CBC_MEMBER
} Cbc;

static Status open_library(Cbc *cbc, Error *error)
{
  void *found, *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return error_set(error, STATUS_IO, "CBC is not installed (Debian: coinor-libcbc3): %s",
                     dlerror());
#define CBC_FIND(name)                                                                             \
  found = dlsym(library, #name);                                                                   \
  if (!found) return error_set(error, STATUS_IO, "%s has no %s", LIBRARY, #name);                  \
  memcpy(&cbc->name, &found, sizeof found);
  CBC_FUNCTIONS(CBC_FIND)
#undef CBC_FIND
  return STATUS_OK;
}

/* The matrix by columns, and everything else as CBC wants it. */
typedef struct {
  int *starts, *places;
  double *values, *column_lower, *column_upper, *cost, *row_lower, *row_upper;
} Arrays;

static void transpose(const Milp *milp, Arrays *arrays)
{
  size_t columns = milp->columns.count, entries = milp->values.count;
  arrays->starts = mem_alloc_zero(columns + 2, sizeof(int));
  arrays->places = mem_alloc(entries + 1, sizeof(int));
  arrays->values = mem_alloc(entries + 1, sizeof(double));
  for (size_t k = 0; k < entries; k++) arrays->starts[milp->places.items[k] + 1]++;
  for (size_t j = 0; j < columns; j++) arrays->starts[j + 1] += arrays->starts[j];
  int *next = mem_alloc(columns + 1, sizeof(int));
  memcpy(next, arrays->starts, columns * sizeof(int));
  for (size_t i = 0; i < milp->rows.count; i++) {
    const MilpRow *row = &milp->rows.items[i];
    for (size_t k = row->first; k < row->first + row->count; k++) {
      int at = next[milp->places.items[k]]++;
      arrays->places[at] = (int)i;
      arrays->values[at] = milp->values.items[k];
    }
  }
  free(next);
}

static void arrays_init(Arrays *arrays, const Milp *milp)
{
  size_t columns = milp->columns.count, rows = milp->rows.count;
  transpose(milp, arrays);
  arrays->column_lower = mem_alloc(3 * columns + 2 * rows + 1, sizeof(double));
  arrays->column_upper = arrays->column_lower + columns;
  arrays->cost = arrays->column_upper + columns;
  arrays->row_lower = arrays->cost + columns;
  arrays->row_upper = arrays->row_lower + rows;
  for (size_t j = 0; j < columns; j++) {
    arrays->column_lower[j] = milp->columns.items[j].lower;
    arrays->column_upper[j] = milp->columns.items[j].upper;
    arrays->cost[j] = milp->columns.items[j].cost;
  }
  for (size_t i = 0; i < rows; i++) {
    arrays->row_lower[i] = milp->rows.items[i].lower;
    arrays->row_upper[i] = milp->rows.items[i].upper;
  }
}

static void arrays_deinit(Arrays *arrays)
{
  free(arrays->starts);
  free(arrays->places);
  free(arrays->values);
  free(arrays->column_lower);
}

Status verify_milp_by_cbc(const Milp *milp, double *solution, MilpState *state, Error *error)
{
  Cbc cbc = {0};
  Status status = open_library(&cbc, error);
  if (status) return status;
  Arrays arrays;
  arrays_init(&arrays, milp);
  Cbc_Model *model = cbc.Cbc_newModel();
  cbc.Cbc_loadProblem(model, (int)milp->columns.count, (int)milp->rows.count, arrays.starts,
                      arrays.places, arrays.values, arrays.column_lower, arrays.column_upper,
                      arrays.cost, arrays.row_lower, arrays.row_upper);
  for (size_t j = 0; j < milp->columns.count; j++)
    if (milp->columns.items[j].integer) cbc.Cbc_setInteger(model, (int)j);
  cbc.Cbc_setLogLevel(model, 0);
  cbc.Cbc_setParameter(model, "threads", "0");
  cbc.Cbc_solve(model);
  *state = MILP_FAILED;
  if (cbc.Cbc_isProvenInfeasible(model)) {
    *state = MILP_INFEASIBLE;
  } else if (cbc.Cbc_isProvenOptimal(model)) {
    *state = MILP_OPTIMAL;
    memcpy(solution, cbc.Cbc_getColSolution(model), milp->columns.count * sizeof(double));
  }
  cbc.Cbc_deleteModel(model);
  arrays_deinit(&arrays);
  return STATUS_OK;
}
