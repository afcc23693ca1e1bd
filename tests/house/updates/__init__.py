"""Tests of the news that subscribers are sent."""
