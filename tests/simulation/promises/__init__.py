"""What every schedule must have kept (docs/promises.md), and the faults that are planted to see that it is noticed."""
