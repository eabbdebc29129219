#include "base/suggest.h"
#include "smt/text/logic.h"

/* The logics of SMT-LIB's library of benchmarks, and those of solvers that hold everything. */
const char *const *logic_common_names(void)
{
  static const char *const names[] = {"ALL",         "HO_ALL",      "ABV",           "ABVFP",
                                      "ABVFPLRA",    "ALIA",        "ANIA",          "AUFBV",
                                      "AUFBVDTLIA",  "AUFBVDTNIA",  "AUFBVDTNIRA",   "AUFBVFP",
                                      "AUFDTLIA",    "AUFDTLIRA",   "AUFDTNIRA",     "AUFFPDTNIRA",
                                      "AUFLIA",      "AUFLIRA",     "AUFNIA",        "AUFNIRA",
                                      "BV",          "BVFP",        "BVFPLRA",       "FP",
                                      "FPLRA",       "HORN",        "LIA",           "LRA",
                                      "NIA",         "NRA",         "QF_ABV",        "QF_ABVFP",
                                      "QF_ABVFPLRA", "QF_ALIA",     "QF_ANIA",       "QF_AUFBV",
                                      "QF_AUFBVFP",  "QF_AUFBVLIA", "QF_AUFBVNIA",   "QF_AUFLIA",
                                      "QF_AUFNIA",   "QF_AX",       "QF_BV",         "QF_BVFP",
                                      "QF_BVFPLRA",  "QF_BVLRA",    "QF_DT",         "QF_FF",
                                      "QF_FP",       "QF_FPLRA",    "QF_IDL",        "QF_LIA",
                                      "QF_LIRA",     "QF_LRA",      "QF_NIA",        "QF_NIRA",
                                      "QF_NRA",      "QF_RDL",      "QF_S",          "QF_SLIA",
                                      "QF_SNIA",     "QF_UF",       "QF_UFBV",       "QF_UFBVDT",
                                      "QF_UFBVLIA",  "QF_UFDT",     "QF_UFDTLIA",    "QF_UFDTLIRA",
                                      "QF_UFDTNIA",  "QF_UFFP",     "QF_UFFPDTNIRA", "QF_UFIDL",
                                      "QF_UFLIA",    "QF_UFLRA",    "QF_UFNIA",      "QF_UFNRA",
                                      "UF",          "UFBV",        "UFBVDT",        "UFBVFP",
                                      "UFBVLIA",     "UFDT",        "UFDTLIA",       "UFDTLIRA",
                                      "UFDTNIA",     "UFDTNIRA",    "UFFPDTNIRA",    "UFIDL",
                                      "UFLIA",       "UFLRA",       "UFNIA",         "UFNIRA",
                                      "UFNRA",       NULL};
  return names;
}

Status logic_refuse_name(const char *name, Error *error)
{
  const char *const *names = logic_common_names();
  size_t count = 0;
  while (names[count]) count++;
  const char *near = suggest_name(name, names, count);
  return error_set(error, STATUS_USAGE, "unknown logic '%s'%s%s%s", name,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}
