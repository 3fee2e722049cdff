/* The document to and from JSON. One table of fields (fields.h) drives both
 * ways, so that what is written can always be read. */
#ifndef ASSAY_RESULT_JSON_H
#define ASSAY_RESULT_JSON_H

#include <stddef.h>

struct arena;
struct document;
struct err;

/* Writes the document as indented JSON with a final newline; always valid UTF-8
 * and valid against the schema, whatever the strings hold. */
char *document_to_json(const struct document *document, struct arena *arena);

/* Reads a document. Unknown members are ignored: later versions only add.
 * Fails with ERR_DATA and the JSON path of what is wrong; a wrong type, a
 * number out of range, nesting deeper than 64 and NUL bytes are all errors. */
int document_from_json(const char *text, size_t length, struct arena *arena,
                       struct document *ret_document, struct err *err);

/* Calls `each` for every document of a text that holds one behind the other, with
 * blanks or line ends between them, until it fails; `each` fails like any function.
 * A text without any fails too. Messages name the document by its number. */
int documents_from_json(const char *text, size_t length, struct arena *arena,
                        int (*each)(void *context,
                                    const struct document *document,
                                    struct err *err),
                        void *context, struct err *err);

/* Returns a written document as a single line: line ends and the blanks behind them,
 * which never lie inside a string, are left out. Ends with a newline. */
char *json_fold(const char *json, struct arena *arena);

#endif
