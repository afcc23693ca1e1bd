"""Long work in child processes: users share the processes fairly by CPU time."""
