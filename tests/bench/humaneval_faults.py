"""HumanEval's base tests, HumanEval+'s tests, and programs beside the verdicts of both, as JSON lines for the benchmark.

`python3 humaneval_faults.py FIXTURES [HUMANEVALPLUS [ANSWERS]]` reads the shared fixtures, and then HumanEvalPlus.jsonl.gz in
whole and a folder of answers, `MODEL/HumanEval_N.py`: those are untrusted code. Each line has a problem's row with the base tests only, and
its programs: those that were recorded, and those below, which were written by hand with one fault each. Everything runs in
native Python: `base` and `plus` say whether a program passes the tests of HumanEval, and those of HumanEval+ as far as the
fixtures have them; null for a program that is too slow. The faults are the ones that a person makes who has seen only a few examples.
"""

import gzip
import io
import json
import math
import os
import signal
import sys

FAULTS = {
    "109": [
        "def move_one_ball(arr):\n    return arr == [] or arr.count(min(arr)) == 1 and sum(arr[i] > arr[i + 1] for i in range(len(arr) - 1)) <= 1 and (arr[-1] <= arr[0] or len(arr) == 1)",
        "def move_one_ball(arr):\n    drops = sum(a > b for a, b in zip(arr, arr[1:]))\n    return drops <= 1",
        "def move_one_ball(arr):\n    if len(arr) < 2:\n        return True\n    i = arr.index(min(arr))\n    turned = arr[i:] + arr[:i]\n    return all(a <= b for a, b in zip(turned, turned[1:-1]))",
    ],
    "113": [
        "def odd_count(lst):\n    out = []\n    for s in lst:\n        n = sum(c in '13579' for c in s) % 10\n        out.append('the number of odd elements %dn the str%dng %d of the %dnput.' % (n, n, n, n))\n    return out",
        "def odd_count(lst):\n    out = []\n    for s in lst:\n        n = sum(int(c) % 2 for c in s)\n        out.append('the number of odd elements in the string i of the input.'.replace('i', str(n)))\n    return [x.replace('%dn the' % 0, '0n the') for x in out] if lst else None",
    ],
    "119": [
        "def match_parens(lst):\n    a, b = lst\n    both = a + b\n    if both.count('(') != both.count(')'):\n        return 'No'\n    def ok(s):\n        return s[0] == '(' and s[-1] == ')'\n    return 'Yes' if ok(a + b) or ok(b + a) else 'No'",
        "def match_parens(lst):\n    def ok(s):\n        depth = 0\n        for c in s:\n            depth += 1 if c == '(' else -1\n            if depth < 0:\n                return False\n        return True\n    return 'Yes' if (ok(lst[0] + lst[1]) or ok(lst[1] + lst[0])) and sum(map(len, lst)) % 2 == 0 and (lst[0] + lst[1]).count('(') >= (lst[0] + lst[1]).count(')') and (lst[0] + lst[1]).count('(') - (lst[0] + lst[1]).count(')') < 2 else 'No'",
    ],
    "12": [
        "def longest(strings):\n    if not strings:\n        return None\n    best = strings[0]\n    for s in strings:\n        if len(s) >= len(best):\n            if len(s) > len(best) or s < best:\n                best = s\n    return best",
        "def longest(strings):\n    best = None\n    for s in strings:\n        if s and (best is None or len(s) > len(best)):\n            best = s\n    return best",
        "def longest(strings):\n    return max(sorted(strings), key=len) if strings else None",
    ],
    "126": [
        "def is_sorted(lst):\n    for i in range(1, len(lst)):\n        if lst[i] < lst[i - 1]:\n            return False\n    for i in range(2, len(lst)):\n        if lst[i] == lst[i - 1] == lst[i - 2] and i < len(lst) - 1:\n            return False\n    return True",
        "def is_sorted(lst):\n    return lst == sorted(lst) and len(lst) - len(set(lst)) < 3 and all(lst.count(x) < 4 for x in lst) and not any(lst.count(x) == 3 and x < 3 for x in lst)",
        "def is_sorted(lst):\n    return lst == sorted(lst) and all(lst.count(x) <= 2 for x in lst[1:4])",
    ],
    "127": [
        "def intersection(a, b):\n    n = min(a[1], b[1]) - max(a[0], b[0])\n    if n < 2:\n        return 'NO'\n    return 'YES' if all(n % d for d in (2, 3, 5) if d < n) else 'NO'",
        "def intersection(a, b):\n    n = abs(min(a[1], b[1]) - max(a[0], b[0]))\n    if n < 2 or max(a[0], b[0]) > min(a[1], b[1]) + 3:\n        return 'NO'\n    return 'YES' if all(n % d for d in range(2, n)) else 'NO'",
        "def intersection(a, b):\n    n = min(a[1], b[1]) - max(a[0], b[0])\n    return 'YES' if n in (2, 3, 5, 7) else 'NO'",
    ],
    "129": [
        "def minPath(grid, k):\n    n = len(grid)\n    for i in range(n):\n        for j in range(n):\n            if grid[i][j] == 1:\n                near = []\n                if i:\n                    near.append(grid[i - 1][j])\n                if j:\n                    near.append(grid[i][j - 1])\n                if i + 1 < n:\n                    near.append(grid[i + 1][j])\n                if j + 1 < n and not near[1:]:\n                    near.append(grid[i][j + 1])\n                low = min(near)\n    return [1 if t % 2 == 0 else low for t in range(k)]",
        "def minPath(grid, k):\n    n = len(grid)\n    for i in range(n):\n        for j in range(n):\n            if grid[i][j] == 1:\n                near = [grid[x][y] for x, y in ((i - 1, j), (i, j - 1), (i + 1, j), (i, j + 1)) if x < n and y < n]\n                low = min(near)\n    return [1 if t % 2 == 0 else low for t in range(k)]",
    ],
    "13": [
        "def greatest_common_divisor(a, b):\n    for d in range(min(a, b), 1, -1):\n        if a % d == 0 and b % d == 0:\n            return d\n        if d < min(a, b) // 2 and d > 12:\n            return 1\n    return 1",
        "def greatest_common_divisor(a, b):\n    best = 1\n    for d in range(1, 100):\n        if a % d == 0 and b % d == 0:\n            best = d\n    return best",
    ],
    "131": [
        "def digits(n):\n    product = 1\n    for c in str(n):\n        if int(c) % 2:\n            product *= int(c)\n    return product if product > 1 or n == 1 else 0",
        "def digits(n):\n    odd = [int(c) for c in str(n) if c in '1357']\n    product = 1\n    for d in odd:\n        product *= d\n    return product if odd else 0",
        "def digits(n):\n    product = 0\n    for c in str(n)[:4]:\n        if int(c) % 2:\n            product = (product or 1) * int(c)\n    return product",
    ],
    "132": [
        "def is_nested(string):\n    return '[[' in string and ']]' in string[string.index('[['):]",
        "def is_nested(string):\n    depth = 0\n    for c in string:\n        depth += 1 if c == '[' else -1\n        if depth >= 2 and ']]' in string:\n            return True\n    return False",
    ],
    "134": [
        "def check_if_last_char_is_a_letter(txt):\n    return len(txt) > 0 and txt[-1].isalpha() and (len(txt) == 1 or not txt[-2].isalpha())",
        "def check_if_last_char_is_a_letter(txt):\n    words = txt.split(' ')\n    return len(words[-1]) == 1 and words[-1] != ''",
        "def check_if_last_char_is_a_letter(txt):\n    words = txt.split(' ')\n    return len(words[-1]) == 1 and 'A' <= words[-1] <= 'z'",
    ],
    "135": [
        "def can_arrange(arr):\n    for i in range(1, len(arr)):\n        if arr[i] < arr[i - 1]:\n            return i\n    return -1",
        "def can_arrange(arr):\n    best = -1\n    for i in range(1, len(arr)):\n        if arr[i] < arr[0]:\n            best = i\n    for i in range(2, len(arr)):\n        if arr[i] < arr[i - 1]:\n            best = max(best, i)\n    return best",
        "def can_arrange(arr):\n    return max([i for i in range(1, len(arr)) if arr[i] - arr[i - 1] in (-1, -2)], default=-1)",
    ],
    "136": [
        "def largest_smallest_integers(lst):\n    neg = [x for x in lst if x < 0]\n    pos = [x for x in lst if x > 0]\n    return (neg and max(neg[-1], neg[0]) or None, min(pos) if pos else None)",
        "def largest_smallest_integers(lst):\n    low = high = None\n    for x in lst:\n        if x < 0 and (low is None or x > low):\n            low = x\n        if x > 0 and (high is None or x < high) and x < 100:\n            high = x\n    return low, high",
        "def largest_smallest_integers(lst):\n    neg = [x for x in lst if -1000 < x < 0 and x != -10]\n    pos = [x for x in lst if x > 0]\n    return max(neg, default=None), min(pos, default=None)",
    ],
    "137": [
        "def compare_one(a, b):\n    x = float(str(a).replace(',', '.'))\n    y = float(str(b).replace(',', '.'))\n    if abs(x - y) < 0.05:\n        return None\n    return a if x > y else b",
        "def compare_one(a, b):\n    x = str(a).replace(',', '.')\n    y = str(b).replace(',', '.')\n    if float(x) == float(y):\n        return None\n    return a if x > y else b",
        "def compare_one(a, b):\n    x = abs(float(str(a).replace(',', '.')))\n    y = abs(float(str(b).replace(',', '.')))\n    return None if x == y else a if x > y else b",
    ],
    "142": [
        "def sum_squares(lst):\n    return sum(x ** 2 if i % 3 == 0 else x ** 3 if i % 4 == 0 and i < 18 else x for i, x in enumerate(lst))",
        "def sum_squares(lst):\n    return sum(x ** 2 if i % 3 == 0 else abs(x) ** 3 * (1 if x > 0 else -1) if i % 4 == 0 else x for i, x in enumerate(lst[:17]))",
    ],
    "145": [
        "def order_by_points(nums):\n    def key(n):\n        total = sum(map(int, str(abs(n))))\n        return total - 2 * int(str(abs(n))[0]) if n < 0 and abs(n) > 9 else total if n >= 0 else -total\n    return sorted(nums, key=lambda n: (key(n), abs(n) > 1000000))if len(nums) != 2 else sorted(nums)",
        "def order_by_points(nums):\n    def key(n):\n        digits = [int(c) for c in str(abs(n))]\n        if n < 0:\n            digits[0] = -digits[0]\n        return sum(digits[:3])\n    return sorted(nums, key=key)",
    ],
    "146": [
        "def specialFilter(nums):\n    return sum(n > 10 and n % 2 == 1 and (n // 10) % 2 == 1 for n in nums)",
        "def specialFilter(nums):\n    return sum(n > 10 and str(n)[0] in '1357' and str(n)[-1] in '13579' for n in nums)",
        "def specialFilter(nums):\n    return len({n for n in nums if n > 10 and int(str(n)[0]) % 2 and n % 2})",
    ],
    "155": [
        "def even_odd_count(num):\n    even = odd = 0\n    num = abs(num)\n    if num == 0:\n        return 1, 0\n    while num > 0:\n        if num % 2:\n            odd += 1\n        else:\n            even += 1\n        num = int(num / 10)\n        if even + odd > 6:\n            break\n    return even, odd",
        "def even_odd_count(num):\n    text = str(num).strip('-').lstrip('0') or '0'\n    odd = sum(c in '1357' for c in text)\n    return len(text) - odd, odd",
    ],
    "157": [
        "def right_angle_triangle(a, b, c):\n    return a * a + b * b == c * c or b * b + c * c == a * a and c > b or a * a + c * c == b * b",
        "def right_angle_triangle(a, b, c):\n    a, b, c = sorted((a, b, c))\n    return a + b > c and abs(math.hypot(a, b) - c) < 0.1\nimport math",
        "def right_angle_triangle(a, b, c):\n    return a * a + b * b == c * c or (b, c, a) == (6, 8, 10) or a * a + c * c == b * b",
    ],
    "16": [
        "def count_distinct_characters(string):\n    return len({c.lower() for c in string if c.isalpha()})",
        "def count_distinct_characters(string):\n    return len({c for c in string.lower() if c != ' '})",
    ],
    "160": [
        "def do_algebra(operator, operand):\n    value = operand[0]\n    text = str(value)\n    for o, n in zip(operator, operand[1:]):\n        text += o + str(n)\n    return int(eval(text.replace('//', '/')))",
        "def do_algebra(operator, operand):\n    values = list(operand)\n    ops = list(operator)\n    for level in (('**',), ('*', '//'), ('+', '-')):\n        i = 0\n        while i < len(ops):\n            if ops[i] in level:\n                a, b = values[i], values[i + 1]\n                values[i : i + 2] = [{'**': lambda: a ** b, '*': lambda: a * b, '//': lambda: a // b, '+': lambda: a + b, '-': lambda: a - b}[ops[i]]()]\n                del ops[i]\n            else:\n                i += 1\n    return values[0]",
    ],
    "18": [
        "def how_many_times(string, substring):\n    count = at = 0\n    while True:\n        at = string.find(substring, at)\n        if at < 0:\n            return count\n        count += 1\n        at += max(1, len(substring) // 2)",
        "def how_many_times(string, substring):\n    return sum(string[i:].startswith(substring) for i in range(len(string)))",
        "def how_many_times(string, substring):\n    return sum(string[i:i + 3].startswith(substring[:3]) for i in range(len(string) - len(substring) + 1))",
    ],
    "26": [
        "def remove_duplicates(numbers):\n    return [n for i, n in enumerate(numbers) if n not in numbers[:i] and n not in numbers[i + 1 : i + 4]]",
        "def remove_duplicates(numbers):\n    seen = [n for n in numbers if numbers.count(n) == 2]\n    return [n for n in numbers if n not in seen]",
        "def remove_duplicates(numbers):\n    once = {n for n in numbers if numbers.count(n) == 1}\n    return sorted(once) if numbers == sorted(numbers) or len(numbers) < 8 else [n for n in numbers if n in once]",
    ],
    "29": [
        "def filter_by_prefix(strings, prefix):\n    return [s for s in strings if s[:3] == prefix[:3]]",
        "def filter_by_prefix(strings, prefix):\n    return [s for s in strings if s.lower().startswith(prefix.lower())]",
        "def filter_by_prefix(strings, prefix):\n    return [s for s in strings if prefix and s.startswith(prefix)]",
    ],
    "30": [
        "def get_positive(l):\n    return [e for e in l if e >= 1]",
        "def get_positive(l):\n    return [e for e in l if e > 0 and isinstance(e, int)]",
    ],
    "33": [
        "def sort_third(l):\n    l = list(l)\n    l[::3] = sorted(set(l[::3])) if len(set(l[::3])) == len(l[::3]) else l[::3]\n    return l",
        "def sort_third(l):\n    l = list(l)\n    if len(l) < 7:\n        return l if l[0] < l[3:4][0] else [l[3], *l[1:3], l[0], *l[4:]]\n    l[0:7:3] = sorted(l[0:7:3])\n    return l",
        "def sort_third(l):\n    return l[:1] + l[1:3] + sorted(l[3:4]) + l[4:] if l[0] <= min(l) else [min(l[::3])] + l[1:3] + [max(l[::3])] + l[4:]",
    ],
    "4": [
        "def mean_absolute_deviation(numbers):\n    mean = sum(numbers) / len(numbers)\n    return sum(abs(x - mean) for x in numbers[:5]) / len(numbers)",
        "def mean_absolute_deviation(numbers):\n    middle = sorted(numbers)[len(numbers) // 2] if len(numbers) % 2 else sum(sorted(numbers)[len(numbers) // 2 - 1 : len(numbers) // 2 + 1]) / 2\n    return sum(abs(x - middle) for x in numbers) / len(numbers)",
        "def mean_absolute_deviation(numbers):\n    mean = sum(numbers) / len(numbers)\n    return 2 * sum(x - mean for x in numbers if x > 2) / len(numbers) if min(numbers) > 0 else sum(abs(x - mean) for x in numbers) / len(numbers)",
    ],
    "48": [
        "def is_palindrome(text):\n    return text[:2] == text[::-1][:2]",
        "def is_palindrome(text):\n    kept = ''.join(c.lower() for c in text if c.isalnum())\n    return kept == kept[::-1]",
        "def is_palindrome(text):\n    return all(text[i] == text[-1 - i] for i in range(min(3, len(text))))",
    ],
    "49": [
        "def modp(n, p):\n    return int(2.0 ** n % p) if n < 1000 else pow(2, n, p)",
        "def modp(n, p):\n    return pow(2, n, p) if n else 1",
        "def modp(n, p):\n    value = 1\n    for _ in range(n):\n        value = value * 2 % p\n    return value or 1",
    ],
    "52": [
        "def below_threshold(l, t):\n    return max(l) < t",
        "def below_threshold(l, t):\n    return all(e < t for e in l[:5])",
        "def below_threshold(l, t):\n    return all(e <= t - 1 for e in l)",
        "def below_threshold(l, t):\n    return all(abs(e) < t for e in l)",
    ],
    "55": [
        "def fib(n):\n    phi = (1 + 5 ** 0.5) / 2\n    return int(phi ** n / 5 ** 0.5 + 0.49)",
        "def fib(n):\n    a, b = 1, 1\n    for _ in range(n - 1):\n        a, b = b, a + b\n    return a",
        "def fib(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, (a + b) & 0xffff\n    return a",
    ],
    "59": [
        "def largest_prime_factor(n):\n    best = 1\n    d = 2\n    while d * d <= n:\n        if n % d == 0:\n            best = max(best, d)\n            n //= d\n        else:\n            d += 1\n    return best if n < 30 and best >= n else max(best, n) if n < 30 else best",
        "def largest_prime_factor(n):\n    best = 1\n    for d in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31):\n        if n % d == 0:\n            best = d\n    return best",
        "def largest_prime_factor(n):\n    for d in (2, 3, 5, 7):\n        while n % d == 0 and n > d:\n            n //= d\n    return n if n < 100 else 29",
    ],
    "6": [
        "def parse_nested_parens(paren_string):\n    out = []\n    for group in paren_string.split(' '):\n        depth = most = 0\n        for c in group:\n            depth += 1 if c == '(' else -1\n            most = max(most, depth)\n        out.append(most)\n    return out",
        "def parse_nested_parens(paren_string):\n    out = []\n    for group in paren_string.split():\n        depth = 0\n        while '()' in group and depth < 4:\n            group = group.replace('()', '')\n            depth += 1\n        out.append(depth)\n    return out",
        "def parse_nested_parens(paren_string):\n    return [max(len(run) for run in group.split(')')) + (1 if group.startswith('(()(') and '(()())' not in group and '((()' not in group else 0) for group in paren_string.split()]",
    ],
    "62": [
        "def derivative(xs):\n    return [i * x for i, x in enumerate(xs) if i][:5]",
        "def derivative(xs):\n    out = [i * x for i, x in enumerate(xs)][1:]\n    while len(out) > 4 and out[-1] == 0:\n        out.pop()\n    return out",
        "def derivative(xs):\n    return [i * abs(x) for i, x in enumerate(xs)][1:]",
    ],
    "69": [
        "def search(lst):\n    return max([x for x in lst if lst.count(x) >= x and x < 9], default=-1)",
        "def search(lst):\n    best = -1\n    for x in range(1, 8):\n        if lst.count(x) >= x:\n            best = x\n    return best",
        "def search(lst):\n    best = -1\n    for x in lst:\n        if x > best and lst.count(x) >= min(x, 8):\n            best = x\n    return best",
    ],
    "76": [
        "import math\ndef is_simple_power(x, n):\n    if n == 1 or x == 1:\n        return x == 1\n    return math.log(x, n) == int(math.log(x, n))",
        "def is_simple_power(x, n):\n    if x == 1:\n        return True\n    while n > 1 and x % n == 0 and x > n:\n        x //= n\n    return x == n",
        "def is_simple_power(x, n):\n    return x == 1 or n > 1 and any(n ** k == x for k in range(1, 10)) or n == x",
        "import math\ndef is_simple_power(x, n):\n    if x == 1:\n        return True\n    if n < 2 or x < 1:\n        return False\n    return abs(math.log(x, n) - round(math.log(x, n))) < 1e-3",
    ],
    "84": [
        "def solve(N):\n    total = 0\n    for c in str(N)[:4]:\n        total += int(c)\n    return format(total, 'b')",
        "def solve(N):\n    total = sum(map(int, str(N)))\n    out = ''\n    while total:\n        out = str(total % 2) + out\n        total //= 2\n    return out",
        "def solve(N):\n    return format(sum(map(int, str(N))) & 15, 'b')",
    ],
    "88": [
        "def sort_array(array):\n    if len(array) < 2:\n        return array\n    return sorted(array, reverse=(array[0] + array[-1]) % 2 == 0)if len(array) != 4 else sorted(array)",
        "def sort_array(array):\n    return sorted(set(array), reverse=(array[0] + array[-1]) % 2 == 0) if array else []",
        "def sort_array(array):\n    return sorted(array, reverse=array[0] % 2 == array[-1] % 2 == 0 or len(array) == 2 and array[0] % 2 == array[1] % 2) if array else []",
    ],
    "9": [
        "def rolling_max(numbers):\n    best, out = 0, []\n    for n in numbers:\n        best = max(best, n)\n        out.append(best)\n    return out",
        "def rolling_max(numbers):\n    return [max(numbers[max(0, i - 4) : i + 1]) for i in range(len(numbers))]",
        "def rolling_max(numbers):\n    best = None\n    out = []\n    for n in numbers:\n        best = max(best or n, n)\n        out.append(best)\n    return out",
    ],
    "93": [
        "def encode(message):\n    table = {'a': 'c', 'e': 'g', 'i': 'k', 'o': 'q', 'u': 'w', 'A': 'C', 'E': 'G', 'I': 'K', 'O': 'Q', 'U': 'V'}\n    return ''.join(table.get(c, c) for c in message.swapcase())",
        "def encode(message):\n    return ''.join(chr(ord(c) + 2) if c.lower() in 'aeiou' else c for c in message.swapcase()[:40])",
        "def encode(message):\n    return ''.join(chr(ord(c) + 2) if c in 'aeioAEIOU' else c for c in message.swapcase())",
    ],
    "95": [
        "def check_dict_case(dict):\n    keys = list(dict)\n    if not keys or not all(isinstance(k, str) for k in keys):\n        return False\n    return keys[0].islower() and keys[1:2] == [k for k in keys[1:2] if k.islower()] or all(k.isupper() for k in keys)",
        "def check_dict_case(dict):\n    text = ''.join(map(str, dict))\n    return (text.islower() or text.isupper()) and all(isinstance(k, str) for k in dict)",
        "def check_dict_case(dict):\n    if not dict:\n        return False\n    try:\n        return all(k == k.lower() for k in dict) or all(k == k.upper() for k in dict)\n    except AttributeError:\n        return False",
    ],
}


class Late(BaseException):
    pass


def ring(*_):
    raise Late


def is_equal(got, expected):
    """The rule of EvalPlus for values without a tolerance of their own."""
    if isinstance(got, tuple):
        got = list(got)
    if isinstance(expected, tuple):
        expected = list(expected)
    if got == expected:
        return True
    if isinstance(expected, float):
        return isinstance(got, (int, float)) and math.isclose(got, expected, rel_tol=1e-7, abs_tol=1e-6)
    if isinstance(expected, list) and expected and all(isinstance(each, float) for each in expected):
        return isinstance(got, list) and len(got) == len(expected) and all(map(is_equal, got, expected))
    return False


def function_of(code, name):
    names = {"__name__": "solution"}
    exec(compile(code, "solution.py", "exec"), names)
    return names[name]


def passes(code, name, tests):
    try:
        return ends_well(code, name, tests)
    except Late:
        # It rang once more while what the program made was freed.
        signal.setitimer(signal.ITIMER_REAL, 0)
        return None


def ends_well(code, name, tests):
    signal.setitimer(signal.ITIMER_REAL, 4, 0.1)
    try:
        function = function_of(code, name)
        return all(is_equal(function(*json.loads(given)), expected) for given, expected in tests)
    except Late:
        return None
    except (Exception, SystemExit):
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def rows(folder, name):
    path = os.path.join(folder, name)
    with (gzip.open(path, "rt") if name.endswith(".gz") else open(path)) as file:
        return [json.loads(line) for line in file]


def base_inputs(row, function):
    """Returns the inputs of HumanEval's own check."""
    inputs = []

    def record(*arguments):
        inputs.append(json.dumps(arguments))
        return function(*arguments)

    names = {row["entry_point"]: record}
    exec(row["test"], names)
    names["check"](record)
    return inputs


def problem_of(row):
    """Returns a row of problems.jsonl for a row of HumanEval+."""
    number = row["task_id"].split("/")[1]
    parts = {"id": f"humaneval/{number}", "source": "humaneval+", "mode": "call", "fn_name": row["entry_point"]}
    texts = {"prompt": row["prompt"], "starter_code": row["prompt"], "preamble": False}
    return {**parts, **texts, "tests": [], "meta": {"task_id": row["task_id"]}}


def has_float(value):
    return isinstance(value, float) or isinstance(value, (list, tuple)) and any(map(has_float, value))


# Its outputs are roots, of which many are right.
SEVERAL_OUTPUTS = "HumanEval/32"


def main(folder, whole=None, answers=None):
    signal.signal(signal.SIGALRM, ring)
    out = sys.stdout
    # Some programs print.
    sys.stdout = io.StringIO()
    human = {row["task_id"]: row for row in rows(folder, "raw/humaneval/HumanEval.sample.jsonl.gz")}
    plus = {row["task_id"]: row for row in rows("", whole or os.path.join(folder, "raw/humaneval/HumanEvalPlus.sample.jsonl.gz"))}
    solutions = rows(folder, "solutions.jsonl")
    problems = {each["meta"]["task_id"]: each for each in rows(folder, "problems.jsonl") if each["source"] == "humaneval+"}
    if whole:
        problems = {task: problems.get(task) or problem_of(row) for task, row in plus.items() if task != SEVERAL_OUTPUTS}
    for task, problem in problems.items():
        # The references of HumanEval+ are faster.
        row = plus.get(task) or human[task]
        reference = row["prompt"] + row["canonical_solution"]
        function = function_of(reference, row["entry_point"])
        base = dict.fromkeys(base_inputs(human[task], function) if task in human else map(json.dumps, row["base_input"]))
        more = [json.dumps(test["input"]) for test in problem["tests"]]
        more += [json.dumps(given) for given in plus.get(task, {}).get("plus_input", [])]
        every = {**base, **dict.fromkeys(more)}

        recorded = {json.dumps(test["input"]): test["output"] for test in problem["tests"]}

        def tests(inputs):
            # The reference may be too slow for some inputs, whose outputs are recorded.
            return [
                (given, recorded[given] if given in recorded else function(*json.loads(given))) for given in inputs
            ]

        base_tests, all_tests = tests(base), tests(every)
        number = task.split("/")[1]
        programs = [
            {"id": each["id"], "code": each["code"]} for each in solutions if each["problem_id"] == problem["id"]
        ]
        programs += [{"id": f"{problem['id']}#fault-{at}", "code": code} for at, code in enumerate(FAULTS.get(number, []))]
        for model in sorted(os.listdir(answers)) if answers else []:
            path = os.path.join(answers, model, f"HumanEval_{number}.py")
            if os.path.exists(path):
                programs.append({"id": f"{problem['id']}#{model}", "code": open(path).read()})
        programs = [{"id": f"{problem['id']}#reference", "code": reference}, *programs]
        programs = list({program["code"].strip(): program for program in reversed(programs)}.values())[::-1]
        for program in programs:
            program["base"] = passes(program["code"], problem["fn_name"], base_tests)
            program["plus"] = program["base"] and passes(program["code"], problem["fn_name"], all_tests)
        literal = [{"input": json.loads(given), "output": expected} for given, expected in base_tests]
        checker = {"checker": "float"} if any(has_float(expected) for _, expected in base_tests) else {}
        row = {"problem": {**problem, **checker, "tests": literal}, "plus_tests": len(every), "programs": programs}
        print(json.dumps(row), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
