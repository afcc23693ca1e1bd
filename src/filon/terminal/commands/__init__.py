"""The commands of `filon`, one module each: `add` declares its arguments, `run` carries it out. Heavy imports wait until `run`."""
