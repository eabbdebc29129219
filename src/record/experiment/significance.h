/* Is one sample larger than another by more than chance? Exact tests for small samples, with ties. */
#ifndef RECORD_EXPERIMENT_SIGNIFICANCE_H
#define RECORD_EXPERIMENT_SIGNIFICANCE_H

#include <stddef.h>

/* Larger samples than this get the normal approximation. */
enum { SIGNIFICANCE_EXACT_MAX = 100 };

/* Mann-Whitney U test of two independent samples: the probability, if both come from one distribution, that the
 * ranks differ by at least as much as they do, in either direction. Equal values have the mean of their ranks, and the
 * probability is that of all ways to share out these ranks. 1 for an empty sample. */
double significance_mann_whitney(const double *a, size_t a_count, const double *b, size_t b_count);

/* Wilcoxon signed-rank test of pairs (a[i], b[i]), two-sided; pairs that are equal are left out. The
 * probability is that of all ways to give the ranks signs. 1 if no pair is left. */
double significance_wilcoxon(const double *a, const double *b, size_t count);

/* The chance that a value of `a` is larger than one of `b`, equal ones counting half (Vargha and Delaney's A): 0.5 is no
 * effect, from 0.56 small, from 0.64 medium, from 0.71 large. 0.5 for an empty sample. */
double significance_effect_size(const double *a, size_t a_count, const double *b, size_t b_count);

#endif
