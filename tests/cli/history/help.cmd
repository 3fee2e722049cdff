assay history --help
