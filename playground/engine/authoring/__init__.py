"""Makes Templates of what somebody has, by edits of the text: values become Parameters, plain Objects a Template."""
