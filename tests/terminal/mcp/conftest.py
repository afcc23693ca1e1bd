"""Tests that are coroutines run in the loop that serves."""

from tests.server.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
