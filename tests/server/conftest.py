"""Tests that are coroutines run in the loop that serves in earnest."""

import inspect

import pytest

from tests.server.served import told


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    named = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    told(pyfuncitem.obj(**named))
    return True
