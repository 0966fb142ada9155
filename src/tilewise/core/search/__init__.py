"""Slow, obvious searches that the rules need."""
