#include "b/text/raw.h"

#include <assert.h>

void b_raw_init(BRaw *raw)
{
  *raw = (BRaw){0};
  VEC_PUSH(&raw->nodes, (BRawInfo){0});
}

void b_raw_deinit(BRaw *raw)
{
  VEC_FREE(&raw->nodes);
  VEC_FREE(&raw->args);
  VEC_FREE(&raw->fields);
  VEC_FREE(&raw->declarations);
}

BRawNode b_raw_add(BRaw *raw, BRawInfo info, const BRawNode *args, uint32_t count, Error *error)
{
  uint16_t depth = 0;
  for (uint32_t i = 0; i < count; i++) {
    assert(args[i] != 0 && args[i] < raw->nodes.count);
    if (b_raw_info(raw, args[i])->depth > depth) depth = b_raw_info(raw, args[i])->depth;
  }
  if (depth >= B_DEPTH_MAX) {
    error_set_at(error, STATUS_LIMIT, info.offset, "nested more than %d levels deep", B_DEPTH_MAX);
    return 0;
  }
  info.depth = depth + 1;
  info.first = (uint32_t)raw->args.count;
  info.count = count;
  VEC_APPEND(&raw->args, args, count);
  VEC_PUSH(&raw->nodes, info);
  return (BRawNode)(raw->nodes.count - 1);
}
