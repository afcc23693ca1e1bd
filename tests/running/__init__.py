"""Tests of a deployment: proxies, containers, upgrades, the wheel, the files of deploy/."""
