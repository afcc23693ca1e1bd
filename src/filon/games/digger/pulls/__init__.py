"""What a person does with a steal: a gesture, or a marker stopped at the right time."""
