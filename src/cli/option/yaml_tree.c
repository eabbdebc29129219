#include "cli/option/yaml_tree.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/yaml_schema.h"

enum { FILE_MAX = 1 << 20 };

struct YamlTree {
  char *path;
  FileText text;
  yaml_document_t document;
};

/* --- reading --- */

/* An alias makes a node the child of two others. Without any, what is read is no larger than the file. */
static bool has_alias(yaml_parser_t *parser, const FileText *text, size_t *line)
{
  bool found = false, end = false;
  yaml_parser_initialize(parser);
  yaml_parser_set_input_string(parser, (const unsigned char *)text->bytes, text->length);
  while (!found && !end) {
    yaml_token_t token;
    if (!yaml_parser_scan(parser, &token)) break;
    found = token.type == YAML_ALIAS_TOKEN;
    end = token.type == YAML_STREAM_END_TOKEN;
    *line = token.start_mark.line + 1;
    yaml_token_delete(&token);
  }
  yaml_parser_delete(parser);
  return found;
}

static Status load(YamlTree *file, Error *error)
{
  yaml_parser_t parser;
  size_t line;
  if (yaml_schema_is_too_deep(file->text.bytes, file->text.length))
    return error_set(error, STATUS_SYNTAX, "%s: it is nested too deeply", file->path);
  if (has_alias(&parser, &file->text, &line))
    return error_set(error, STATUS_SYNTAX, "%s:%zu: aliases are not allowed", file->path, line);
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, (const unsigned char *)file->text.bytes, file->text.length);
  Status status = STATUS_OK;
  if (!yaml_parser_load(&parser, &file->document)) {
    status = error_set(error, STATUS_SYNTAX, "%s:%zu: not YAML: %s", file->path,
                       parser.problem_mark.line + 1, parser.problem);
    memset(&file->document, 0, sizeof file->document);
  }
  yaml_parser_delete(&parser);
  return status;
}

YamlTree *tree_read(const char *path, Error *error)
{
  YamlTree *file = mem_alloc_zero(1, sizeof *file);
  file->path = mem_copy_string(path, strlen(path));
  Status status = file_read(path, FILE_MAX, &file->text, error);
  if (status == STATUS_OK) status = load(file, error);
  if (status == STATUS_OK) return file;
  tree_destroy(file);
  return NULL;
}

void tree_destroy(YamlTree *file)
{
  yaml_document_delete(&file->document);
  file_text_free(&file->text);
  free(file->path);
  free(file);
}

/* --- looking at it --- */

/* The library has no function for documents that are not changed. */
static const yaml_node_t *node_of(YamlNode node)
{
  assert(!node.number || node.file);
  if (!node.number) return NULL;
  return &node.file->document.nodes.start[node.number - 1];
}

YamlNode tree_root(const YamlTree *file)
{
  bool empty = file->document.nodes.start == file->document.nodes.top;
  return (YamlNode){file, empty ? 0 : 1};
}

const char *tree_text(YamlNode node)
{
  const yaml_node_t *data = node_of(node);
  if (!data || data->type != YAML_SCALAR_NODE) return NULL;
  const char *text = (const char *)data->data.scalar.value;
  bool plain = data->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  if (strlen(text) != data->data.scalar.length) return NULL;
  return plain && (!*text || strcmp(text, "~") == 0 || strcmp(text, "null") == 0) ? NULL : text;
}

size_t tree_items(YamlNode node)
{
  const yaml_node_t *data = node_of(node);
  if (!data || data->type != YAML_SEQUENCE_NODE) return SIZE_MAX;
  return (size_t)(data->data.sequence.items.top - data->data.sequence.items.start);
}

size_t tree_pairs(YamlNode node)
{
  const yaml_node_t *data = node_of(node);
  if (!data || data->type != YAML_MAPPING_NODE) return SIZE_MAX;
  return (size_t)(data->data.mapping.pairs.top - data->data.mapping.pairs.start);
}

YamlNode tree_item(YamlNode sequence, size_t place)
{
  assert(place < tree_items(sequence) && tree_items(sequence) != SIZE_MAX);
  return (YamlNode){sequence.file, node_of(sequence)->data.sequence.items.start[place]};
}

YamlNode tree_key(YamlNode mapping, size_t place)
{
  assert(place < tree_pairs(mapping) && tree_pairs(mapping) != SIZE_MAX);
  return (YamlNode){mapping.file, node_of(mapping)->data.mapping.pairs.start[place].key};
}

YamlNode tree_value(YamlNode mapping, size_t place)
{
  assert(place < tree_pairs(mapping) && tree_pairs(mapping) != SIZE_MAX);
  return (YamlNode){mapping.file, node_of(mapping)->data.mapping.pairs.start[place].value};
}

Status tree_error(YamlNode node, Error *error, const char *format, ...)
{
  assert(node.file);
  char message[800];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  const yaml_node_t *data = node_of(node);
  size_t line = data ? data->start_mark.line + 1 : 1;
  error_set(error, STATUS_SYNTAX, "%s:%zu: %s", node.file->path, line, message);
  error->line = (uint32_t)line;
  return STATUS_SYNTAX;
}
