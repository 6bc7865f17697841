# problem: word-census
# expect: reward 1
# why: a class with a method, and a subclass of dict for a value

from collections import Counter


class Solution:
    def census(self, words):
        return Counter(words)
