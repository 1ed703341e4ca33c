"""Rules about variables: references in env, command and args, and what containers receive."""
