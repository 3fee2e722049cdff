/* How the structs of the document begin: with everything unknown. */
#include "result/result.h"
#include "result/tables.h"

void document_init(struct document *document)
{
    fields_reset(&fields_document, document);
}

void result_init(struct result *result)
{
    fields_reset(&fields_result, result);
}

void target_init(struct result_target *target)
{
    fields_reset(&fields_target, target);
}

void point_init(struct result_point *point)
{
    fields_reset(&fields_point, point);
}

void latency_init(struct result_latency *latency)
{
    fields_reset(&fields_latency, latency);
}

void pair_init(struct result_pair *pair)
{
    fields_reset(&fields_pair, pair);
}

void finding_init(struct result_finding *finding)
{
    fields_reset(&fields_finding, finding);
}

void verdict_init(struct result_verdict *verdict)
{
    fields_reset(&fields_verdict, verdict);
}
