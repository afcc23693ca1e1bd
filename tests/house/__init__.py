"""Tests of src/filon/house, in its folders; houses and rooms that these tests share."""
