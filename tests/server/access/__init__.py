"""Tests of access: devices, origins, hosts, proxies, limits."""
