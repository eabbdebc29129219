#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "find/fuzz/lift.h"
#include "record/report/json.h"
#include "record/report/load.h"
#include "record/store/vocabulary.h"

/* What the workers have counted, together. */
typedef struct {
  LiftCount all;
  VEC(ReportLift) list; /* of all constructs, by their number */
} Counted;

/* A store may be made by others. */
static bool get_count(const json_t *inputs, const json_t *paid, LiftCount *count)
{
  json_int_t first = json_integer_value(inputs), second = json_integer_value(paid);
  if (!json_is_integer(inputs) || !json_is_integer(paid)) return false;
  if (second < 0 || first < second || first > UINT32_MAX) return false;
  *count = (LiftCount){(uint64_t)first, (uint64_t)second};
  return true;
}

static bool is_part(LiftCount with, LiftCount all)
{
  return with.inputs <= all.inputs && with.paid <= all.paid &&
         all.paid - with.paid <= all.inputs - with.inputs;
}

static void add(LiftCount *sum, LiftCount count)
{
  sum->inputs += count.inputs;
  sum->paid += count.paid;
}

static ReportLift *find(Counted *counted, json_int_t number)
{
  for (size_t i = 0; i < counted->list.count; i++)
    if (counted->list.items[i].number == number) return &counted->list.items[i];
  return NULL;
}

/* {"inputs": N, "paid": N, "with": [[construct, inputs, paid] ...]} */
static void add_worker(Counted *counted, const json_t *object)
{
  LiftCount all;
  size_t i;
  json_t *row;
  if (!get_count(json_object_get(object, "inputs"), json_object_get(object, "paid"), &all)) return;
  add(&counted->all, all);
  json_array_foreach(json_object_get(object, "with"), i, row)
  {
    LiftCount with;
    ReportLift *lift = find(counted, json_integer_value(json_array_get(row, 0)));
    if (lift && get_count(json_array_get(row, 1), json_array_get(row, 2), &with) &&
        is_part(with, all))
      add(&lift->with, with);
  }
}

static Status name_constructs(Loader *loader, Counted *counted, Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_constructs(loader->store, loader->data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name))
    VEC_PUSH(&counted->list,
             ((ReportLift){.number = name.number, .name = loader_copy(loader, name.name)}));
  return store_end(cursor, error);
}

static Status add_workers(Loader *loader, Counted *counted, Error *error)
{
  StoreCursor *cursor;
  StoreSetting state;
  Status status = store_open_lifts(loader->store, loader->data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_setting(cursor, &state)) {
    json_t *object = json_loadb(state.value.bytes, state.value.length, 0, NULL);
    add_worker(counted, object);
    json_decref(object);
  }
  return store_end(cursor, error);
}

/* What is surely above the others first. */
static int compare_lifts(const void *a, const void *b)
{
  const ReportLift *left = a, *right = b;
  if (left->ratio.low != right->ratio.low) return left->ratio.low < right->ratio.low ? 1 : -1;
  return left->number < right->number ? -1 : left->number > right->number;
}

/* Twice the same construct in one state may add up to more than there is. */
static void rank(Loader *loader, const Counted *counted)
{
  ReportData *data = loader->data;
  data->lift_all = counted->all;
  for (size_t i = 0; i < counted->list.count; i++) {
    ReportLift lift = counted->list.items[i];
    if (!lift.with.inputs || !is_part(lift.with, counted->all)) continue;
    lift.ratio = lift_ratio(lift.with, counted->all);
    VEC_PUSH(&data->lifts, lift);
  }
  if (data->lifts.count)
    qsort(data->lifts.items, data->lifts.count, sizeof *data->lifts.items, compare_lifts);
}

Status load_lifts(Loader *loader, Error *error)
{
  Counted counted = {0};
  Status status = name_constructs(loader, &counted, error);
  if (status == STATUS_OK) status = add_workers(loader, &counted, error);
  if (status == STATUS_OK) rank(loader, &counted);
  VEC_FREE(&counted.list);
  return status;
}
