"""The hidden hands: layouts that agree with an auction, their weights, and what they say."""
