# etcd's benchmarks are not in the stored result.
assay check etcd -q --replay "$TESTS/documents/substrate.json" >report
