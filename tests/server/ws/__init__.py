"""Tests of WebSocket sessions: frames, queues, hostile clients."""
