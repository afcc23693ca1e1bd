"""How strong robots are: ratings, and a test for "is it better?" that stops early."""
