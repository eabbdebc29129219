#include "run/capability/capability_cache.h"

#include <jansson.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/strbuf.h"

enum { FORMAT = 1, FILE_MAX = 16 << 20 };

/* --- where --- */

char *capability_cache_folder(void)
{
  const char *own = getenv("ASSAY_CACHE"), *cache = getenv("XDG_CACHE_HOME"),
             *home = getenv("HOME");
  if (own && *own) return mem_copy_string(own, strlen(own));
  StrBuf path;
  strbuf_init(&path, 0);
  /* The base directory specification lets relative paths be ignored. */
  if (cache && cache[0] == '/')
    strbuf_printf(&path, "%s/assay", cache);
  else if (home && home[0] == '/')
    strbuf_printf(&path, "%s/.cache/assay", home);
  char *folder = path.length ? mem_copy_string(path.bytes, path.length) : NULL;
  strbuf_deinit(&path);
  return folder;
}

/* The name of a profile may hold anything; a file name of ours does not. */
static char *file_path(const char *folder, const CapabilityIdentity *identity)
{
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/capabilities-", folder);
  for (const char *at = identity->solver->profile->name; *at; at++) {
    bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                 (*at >= '0' && *at <= '9') || *at == '-' || *at == '_';
    strbuf_add_char(&path, plain ? *at : '_');
  }
  strbuf_printf(&path, "-%016llx.json", (unsigned long long)identity->digest);
  char *text = mem_copy_string(path.bytes, path.length);
  strbuf_deinit(&path);
  return text;
}

/* --- reading --- */

static bool read_status(const char *name, CapabilityStatus *status)
{
  for (CapabilityStatus i = 0; name && i < CAPABILITY_NOT_ASKED; i++) {
    *status = i;
    if (strcmp(name, capability_status_name(i)) == 0) return true;
  }
  return false;
}

static bool is_text(const json_t *value, const char *text)
{
  return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

static char *copy_text(const json_t *value)
{
  const char *text = json_string_value(value);
  return text ? mem_copy_string(text, strlen(text)) : NULL;
}

static bool read_result(const json_t *entry, const Capability *item, CapabilityResult *result)
{
  if (!is_text(json_object_get(entry, "group"), item->group) ||
      !is_text(json_object_get(entry, "name"), item->name) ||
      !read_status(json_string_value(json_object_get(entry, "status")), &result->status))
    return false;
  result->message = copy_text(json_object_get(entry, "message"));
  result->script = copy_text(json_object_get(entry, "script"));
  return true;
}

static void forget(Capabilities *found)
{
  for (size_t i = 0; i < found->list->items.count; i++)
    capability_result_deinit(&found->results[i]);
}

static bool read_results(const json_t *root, Capabilities *found)
{
  const json_t *list = json_object_get(root, "capabilities");
  size_t count = found->list->items.count;
  if (json_array_size(list) != count) return false;
  for (size_t i = 0; i < count; i++)
    if (!read_result(json_array_get(list, i), &found->list->items.items[i], &found->results[i]))
      return false;
  return true;
}

static void write_digest(const CapabilityIdentity *identity, char text[17])
{
  snprintf(text, 17, "%016llx", (unsigned long long)identity->digest);
}

bool capability_cache_load(const char *folder, const CapabilityIdentity *identity,
                           Capabilities *found)
{
  char *path = file_path(folder, identity);
  FileText text;
  Error error;
  bool good = file_read(path, FILE_MAX, &text, &error) == STATUS_OK;
  free(path);
  if (!good) return false;
  char digest[17];
  write_digest(identity, digest);
  json_t *root = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, NULL);
  good = json_integer_value(json_object_get(root, "format")) == FORMAT &&
         is_text(json_object_get(root, "digest"), digest) && read_results(root, found);
  if (!good) forget(found);
  json_decref(root);
  file_text_free(&text);
  return good;
}

/* --- writing --- */

/* What is not UTF-8 has no place in JSON. */
static json_t *text_value(const char *text)
{
  json_t *value = json_string(text);
  return value ? value : json_string("?");
}

static json_t *result_object(const Capability *item, const CapabilityResult *result)
{
  json_t *object = json_object();
  json_object_set_new(object, "group", json_string(item->group));
  json_object_set_new(object, "name", json_string(item->name));
  json_object_set_new(object, "status", json_string(capability_status_name(result->status)));
  if (result->message) json_object_set_new(object, "message", text_value(result->message));
  if (result->script) json_object_set_new(object, "script", text_value(result->script));
  return object;
}

Status capability_cache_save(const char *folder, const CapabilityIdentity *identity,
                             const Capabilities *found, Error *error)
{
  if (path_make_folders(folder, 0777, error) != STATUS_OK) return error->status;
  char digest[17];
  write_digest(identity, digest);
  json_t *root = json_object(), *list = json_array();
  json_object_set_new(root, "format", json_integer(FORMAT));
  json_object_set_new(root, "digest", json_string(digest));
  json_object_set_new(root, "solver", text_value(identity->solver->name));
  json_object_set_new(root, "program", text_value(identity->solver->program));
  json_object_set_new(root, "capabilities", list);
  for (size_t i = 0; i < found->list->items.count; i++)
    json_array_append_new(list, result_object(&found->list->items.items[i], &found->results[i]));
  char *text = json_dumps(root, JSON_INDENT(1));
  char *path = file_path(folder, identity);
  Status status = text ? file_write(path, text, strlen(text), error)
                       : error_set(error, STATUS_IO, "cannot write '%s'", path);
  free(path);
  free(text);
  json_decref(root);
  return status;
}
