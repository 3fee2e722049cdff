/* The tables that describe the structs of the document. */
#ifndef ASSAY_RESULT_TABLES_H
#define ASSAY_RESULT_TABLES_H

#include "result/fields.h"

extern const struct fields fields_host;       /* struct host */
extern const struct fields fields_host_mount; /* struct host_mount */
extern const struct fields fields_mark;       /* struct result_mark */
extern const struct fields fields_latency;    /* struct result_latency */
extern const struct fields fields_point;      /* struct result_point */
extern const struct fields fields_pair;       /* struct result_pair */
extern const struct fields fields_result;     /* struct result */
extern const struct fields fields_target;     /* struct result_target */
extern const struct fields fields_finding;    /* struct result_finding */
extern const struct fields fields_verdict;    /* struct result_verdict */
extern const struct fields fields_document;   /* struct document */

#endif
