#include "record/report/rows.h"

#include <string.h>

json_t *row_word(const char *text)
{
  return text ? json_text(text, strlen(text)) : json_null();
}

json_t *row_seconds(uint64_t ns)
{
  return json_real((double)ns / 1e9);
}

json_t *row_outcomes(const ReportSolver *solver)
{
  json_t *object = json_object();
  for (size_t kind = 0; kind < REPORT_OUTCOMES; kind++)
    if (solver->outcomes[kind] > 0)
      json_set(object, report_outcome_name(kind), json_count(solver->outcomes[kind]));
  return object;
}

json_t *row_arm(const char *what, const ReportArm *arm)
{
  json_t *object = json_object();
  json_set(object, what, row_word(arm->name));
  if (arm->class) json_set(object, "class", row_word(arm->class));
  json_set(object, "mean", json_number(arm->mean));
  json_set(object, "low", json_number(arm->low));
  json_set(object, "high", json_number(arm->high));
  json_set(object, "pulls", json_count(arm->pulls));
  json_set(object, "rewards", json_number(arm->rewards));
  return object;
}

json_t *row_lift(const ReportLift *lift)
{
  json_t *object = json_object();
  json_set(object, "construct", row_word(lift->name));
  if (lift->class) json_set(object, "class", row_word(lift->class));
  json_set(object, "inputs", json_count(lift->with.inputs));
  json_set(object, "paid", json_count(lift->with.paid));
  json_set(object, "lift", json_number(lift->ratio.ratio));
  json_set(object, "low", json_number(lift->ratio.low));
  json_set(object, "high", json_number(lift->ratio.high));
  return object;
}
