/* Random values of types. */
#include "b/eval/eval.h"
#include "b/eval/internal.h"

static BValue random_record(BEval *eval, BType type, Random *random)
{
  uint32_t count;
  b_type_fields(&eval->bank->types, type, &count);
  BValue *fields = mem_alloc(count, sizeof *fields);
  for (uint32_t i = 0; i < count; i++)
    fields[i] =
        b_eval_random(eval, b_type_fields(&eval->bank->types, type, &count)[i].type, random);
  BValue record = b_record(&eval->heap, fields, count);
  free(fields);
  return record;
}

/* Half of the relations from integers are sequences, and small ones are often functions. */
static BValue random_set(BEval *eval, BType of, Random *random)
{
  enum { MOST = 4 };
  BValue items[MOST];
  uint64_t count = random_below(random, MOST + 1);
  BTypeNode pair = *b_type_node(&eval->bank->types, of);
  bool sequence = pair.kind == B_TYPE_PAIR && pair.first == B_INT && random_chance(random, 1, 2);
  for (uint64_t i = 0; i < count; i++)
    items[i] = sequence ? b_pair(&eval->heap, b_int(&eval->heap, (int64_t)i + 1),
                                 b_eval_random(eval, pair.second, random))
                        : b_eval_random(eval, of, random);
  return b_set(&eval->heap, items, count);
}

BValue b_eval_random(BEval *eval, BType type, Random *random)
{
  BTypeNode node = *b_type_node(&eval->bank->types, type);
  switch (node.kind) {
  case B_TYPE_SET: return random_set(eval, node.first, random);
  case B_TYPE_RECORD: return random_record(eval, type, random);
  case B_TYPE_PAIR: {
    BValue first = b_eval_random(eval, node.first, random);
    return b_pair(&eval->heap, first, b_eval_random(eval, node.second, random));
  }
  default: {
    bool all;
    eval->steps = eval->settings.steps;
    BValue values = b_scope_values(eval, type, &all);
    return b_part(&eval->heap, values, (uint32_t)random_below(random, b_count(eval, values)));
  }
  }
}
