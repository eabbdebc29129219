/* The logics that generators are tested with: those of SMT-LIB's competitions, and combinations with
 * datatypes and strings. */
#ifndef TEST_SUPPORT_LOGICS_H
#define TEST_SUPPORT_LOGICS_H

static const char *const tested_logics[] = {
    "QF_UF",    "QF_BV",       "QF_FP",       "QF_BVFP",    "QF_BVFPLRA",  "QF_FPLRA",  "QF_ABV",
    "QF_ABVFP", "QF_ABVFPLRA", "QF_ALIA",     "QF_ANIA",    "QF_AUFBV",    "QF_AUFLIA", "QF_AUFNIA",
    "QF_AX",    "QF_LIA",      "QF_LIRA",     "QF_LRA",     "QF_NIA",      "QF_NIRA",   "QF_NRA",
    "QF_S",     "QF_SLIA",     "QF_SNIA",     "QF_UFBV",    "QF_UFFP",     "QF_UFLIA",  "QF_UFLRA",
    "QF_UFNIA", "QF_UFNRA",    "QF_IDL",      "QF_RDL",     "QF_UFIDL",    "QF_UFRDL",  "QF_DT",
    "QF_UFDT",  "QF_UFDTLIA",  "QF_UFDTLIRA", "QF_AUFBVFP", "QF_AUFDTLIA", "QF_ALL",    "ABVFP",
    "ABVFPLRA", "ALIA",        "ANIA",        "AUFLIA",     "AUFLIRA",     "AUFNIA",    "AUFNIRA",
    "BV",       "BVFP",        "BVFPLRA",     "FP",         "FPLRA",       "LIA",       "LRA",
    "NIA",      "NRA",         "UF",          "UFBV",       "UFLIA",       "UFLRA",     "UFNIA",
    "UFNRA",    "UFIDL",       "UFDT",        "UFDTLIA",    "AUFBVDTLIA",  "AUFDTLIRA", "S",
    "SLIA",     "ALL",         "QF_ADT",      "QF_UFSLIA",
};
enum { TESTED_LOGICS = sizeof tested_logics / sizeof *tested_logics };

#endif
