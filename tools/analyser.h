/* For clang-tidy alone, which sees one file at a time: what the functions that
 * describe a failure return. tools/tidy includes it before each file. */
#include "base/err.h"

#define err_set(...) (err_set(__VA_ARGS__), -1)
#define err_system(...) (err_system(__VA_ARGS__), -1)
#define err_within(...) (err_within(__VA_ARGS__), -1)
