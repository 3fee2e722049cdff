assay compare --help
