assay quickbench -h
