"""`test`: reads test files, evaluates their Templates, and compares the results with what the tests expect."""
