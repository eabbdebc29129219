/* Expressions of fake solvers for command lines. */
#ifndef TEST_SUPPORT_FAKES_H
#define TEST_SUPPORT_FAKES_H

/* Solvers "FAKE act STEPS NAME0", separated by commas: what each of them does; the list ends with NULL. The names tell those apart that
 * do the same. The next call takes its place. */
const char *fakes_list(const char *name, const char *const *steps);

#endif
