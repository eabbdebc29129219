/* libFuzzer target: any bytes are read as profiles of solvers, as known findings, and as a tree of settings. */
#include "cli/option/yaml_tree.h"
#include "find/fuzz/known.h"
#include "run/solver/profile_read.h"
#include "target.h"

enum { NODES_MOST = 100000 };

/* Every value can be asked for. */
static void visit(YamlNode node, size_t *seen)
{
  Error error = {0};
  if (++*seen > NODES_MOST) abort();
  size_t items = tree_items(node), pairs = tree_pairs(node);
  if (items == SIZE_MAX && pairs == SIZE_MAX) tree_text(node);
  for (size_t i = 0; items != SIZE_MAX && i < items; i++) visit(tree_item(node, i), seen);
  for (size_t i = 0; pairs != SIZE_MAX && i < pairs; i++) {
    visit(tree_key(node, i), seen);
    visit(tree_value(node, i), seen);
  }
  tree_error(node, &error, "wrong");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = target_text(data, size);
  Error error = {0};
  Profile *profiles = NULL;
  unsigned count = 0;
  if (profile_list_read(text, size, &profiles, &count, &error) == STATUS_OK)
    profile_list_free(profiles, count);
  Known known = {0};
  if (registry_read(&known, text, size, &error) == STATUS_OK)
    registry_find(&known, "crash|z3", (const char *const[]){"bvadd"}, 1, "x");
  registry_deinit(&known);
  YamlTree *tree = tree_read(target_file(data, size), &error);
  size_t seen = 0;
  if (tree && tree_root(tree).number) visit(tree_root(tree), &seen);
  if (tree) tree_destroy(tree);
  free(text);
  return 0;
}
