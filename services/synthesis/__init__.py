"""Writing answers: direct, cited, honest."""
