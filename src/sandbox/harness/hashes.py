"""Adds hashes of OpenSSL, which Pyodide omits: RIPEMD-160, SM3, shorter SHA-512, MD5 with SHA-1, scrypt.

They are available through `hashlib.new` to programs that mention `hashlib`. Sources: ISO/IEC 10118-3 (RIPEMD-160),
GB/T 32905-2016, FIPS 180-4, RFC 7914.
"""

import hashlib
import math

_32 = 0xFFFFFFFF
_64 = 0xFFFFFFFFFFFFFFFF


def _left(value, count):
    count &= 31
    value &= _32
    return (value << count | value >> (32 - count)) & _32


def _root(prime, degree, bits):
    """Returns the first bits of the fraction of a prime's root."""
    shifted = prime << degree * bits
    root = 1 << (shifted.bit_length() + degree - 1) // degree
    while True:
        better = ((degree - 1) * root + shifted // root ** (degree - 1)) // degree
        if better >= root:
            return root & (1 << bits) - 1
        root = better


_PRIMES = [n for n in range(2, 410) if all(n % d for d in range(2, math.isqrt(n) + 1))]
_ROUNDS_512 = []


def _compress_512(state, block):
    if not _ROUNDS_512:
        _ROUNDS_512.extend(_root(prime, 3, 64) for prime in _PRIMES)
    words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 128, 8)]
    for at in range(16, 80):
        x, y = words[at - 15], words[at - 2]
        low = (x >> 1 | x << 63) ^ (x >> 8 | x << 56) ^ x >> 7
        high = (y >> 19 | y << 45) ^ (y >> 61 | y << 3) ^ y >> 6
        words.append(words[at - 16] + (low & _64) + words[at - 7] + (high & _64) & _64)
    a, b, c, d, e, f, g, h = state
    for word, constant in zip(words, _ROUNDS_512):
        high = ((e >> 14 | e << 50) ^ (e >> 18 | e << 46) ^ (e >> 41 | e << 23)) & _64
        first = h + high + (e & f ^ ~e & g) + constant + word
        low = ((a >> 28 | a << 36) ^ (a >> 34 | a << 30) ^ (a >> 39 | a << 25)) & _64
        second = low + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = first + second & _64, a, b, c, d + first & _64, e, f, g
    return [one + other & _64 for one, other in zip(state, (a, b, c, d, e, f, g, h))]


# RIPEMD-160: the order of words and the rotation of each, for the left line and the right one.
_ORDERS = [list(range(16)) + [0] * 64, [(5 + 9 * at) % 16 for at in range(16)] + [0] * 64]
_STEP = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
for _order in _ORDERS:
    for _at in range(16, 80):
        _order[_at] = _STEP[_order[_at - 16]]
_TURNS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    (15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5),
)
_ADDED = (
    (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E),
    (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0),
)
_MIXES = (
    lambda x, y, z: x ^ y ^ z,
    lambda x, y, z: x & y | ~x & z,
    lambda x, y, z: (x | ~y) ^ z,
    lambda x, y, z: x & z | y & ~z,
    lambda x, y, z: x ^ (y | ~z),
)


def _compress_ripemd(state, block):
    words = [int.from_bytes(block[at : at + 4], "little") for at in range(0, 64, 4)]
    lines = []
    for line in range(2):
        a, b, c, d, e = state
        for at in range(80):
            part = at // 16
            mix = _MIXES[4 - part if line else part]
            word = _ORDERS[line][at]
            turned = _left(a + mix(b, c, d) + words[word] + _ADDED[line][part], _TURNS[part][word])
            a, e, d, c, b = e, d, _left(c, 10), b, turned + e & _32
        lines.append((a, b, c, d, e))
    one, other = lines
    return [state[(at + 1) % 5] + one[(at + 2) % 5] + other[(at + 3) % 5] & _32 for at in range(5)]


def _compress_sm3(state, block):
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    for at in range(16, 68):
        x = words[at - 16] ^ words[at - 9] ^ _left(words[at - 3], 15)
        words.append(x ^ _left(x, 15) ^ _left(x, 23) ^ _left(words[at - 13], 7) ^ words[at - 6])
    a, b, c, d, e, f, g, h = state
    for at in range(64):
        turned = _left(a, 12)
        first = _left(turned + e + _left(0x79CC4519 if at < 16 else 0x7A879D8A, at), 7)
        if at < 16:
            low, high = a ^ b ^ c, e ^ f ^ g
        else:
            low, high = a & b | a & c | b & c, e & f | ~e & g
        new_a = low + d + (first ^ turned) + (words[at] ^ words[at + 4]) & _32
        new_e = high + h + first + words[at] & _32
        a, b, c, d = new_a, a, _left(b, 9), c
        e, f, g, h = new_e ^ _left(new_e, 9) ^ _left(new_e, 17), e, _left(f, 19), g
    return [one ^ other for one, other in zip(state, (a, b, c, d, e, f, g, h))]


class HASH:
    """A hash that processes blocks: its name, sizes, byte order and initial state."""

    __module__ = "_hashlib"
    name, digest_size, block_size = "", 0, 64
    _order, _length_size, _first, _compress = "big", 8, (), None

    def __init__(self, data=b""):
        self._state, self._rest, self._length = list(self._first), b"", 0
        self.update(data)

    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        data = bytes(memoryview(data).cast("B"))
        self._length += len(data)
        data = self._rest + data
        size = self.block_size
        end = len(data) - len(data) % size
        for at in range(0, end, size):
            self._state = type(self)._compress(self._state, data[at : at + size])
        self._rest = data[end:]

    def digest(self):
        last = self.copy()
        padded = -(self._length + 1 + self._length_size) % self.block_size
        length = (8 * self._length).to_bytes(self._length_size, self._order)
        last.update(b"\x80" + bytes(padded) + length)
        width = self.block_size // 16
        whole = b"".join(word.to_bytes(width, self._order) for word in last._state)
        return whole[: self.digest_size]

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        made = type(self)()
        made._state, made._rest, made._length = list(self._state), self._rest, self._length
        return made

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"


def _kind(hash_name, size, compress, first, **more):
    body = {"name": hash_name, "digest_size": size, "_compress": staticmethod(compress), "_first": first, **more}
    return type("HASH", (HASH,), body)


_MD = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
_SM3 = (0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E)


def _sha512_of(bits):
    """Returns SHA-512/t. Its initial state is a result of SHA-512 with another initial state (FIPS 180-4, 5.3.6)."""
    big = {"block_size": 128, "_length_size": 16}
    start = [_root(prime, 2, 64) ^ 0xA5A5A5A5A5A5A5A5 for prime in _PRIMES[:8]]
    whole = _kind("", 64, _compress_512, start, **big)(f"SHA-512/{bits}".encode()).digest()
    first = [int.from_bytes(whole[at : at + 8], "big") for at in range(0, 64, 8)]
    return _kind(f"sha512_{bits}", bits // 8, _compress_512, first, **big)


class _Both(HASH):
    """The digests of MD5 and SHA-1, concatenated."""

    name, digest_size, block_size = "md5-sha1", 36, 64

    def __init__(self, data=b""):
        self._parts = [hashlib.md5(data), hashlib.sha1(data)]

    def update(self, data, /):
        for part in self._parts:
            part.update(data)

    def digest(self):
        return b"".join(part.digest() for part in self._parts)

    def copy(self):
        made = type(self)()
        made._parts = [part.copy() for part in self._parts]
        return made


_MAKERS = {
    "ripemd160": lambda: _kind("ripemd160", 20, _compress_ripemd, _MD, _order="little"),
    "sm3": lambda: _kind("sm3", 32, _compress_sm3, _SM3),
    "sha512_224": lambda: _sha512_of(224),
    "sha512_256": lambda: _sha512_of(256),
    "md5-sha1": lambda: _Both,
}
_OTHER_NAMES = {"ripemd": "ripemd160", "rmd160": "ripemd160", "blake2b512": "blake2b", "blake2s256": "blake2s"}
_made = {}


def _known_name(name):
    plain = name.lower().removeprefix("rsa-")
    plain = _OTHER_NAMES.get(plain, plain)
    for bits in ("224", "256", "384", "512"):
        if plain in {f"sha-512/{bits}", f"sha512-{bits}"}:
            return f"sha512_{bits}"
        plain = {f"sha3-{bits}": f"sha3_{bits}", f"sha2-{bits}": f"sha{bits}"}.get(plain, plain)
    return {"shake128": "shake_128", "shake256": "shake_256"}.get(plain, plain)


def _salsa(words):
    x = list(words)
    for _ in range(4):
        for a, b, c, d in _QUARTERS:
            x[b] ^= _left(x[a] + x[d], 7)
            x[c] ^= _left(x[b] + x[a], 9)
            x[d] ^= _left(x[c] + x[b], 13)
            x[a] ^= _left(x[d] + x[c], 18)
    return [one + other & _32 for one, other in zip(words, x)]


_QUARTERS = [(5 * at % 16, (5 * at + 4) % 16, (5 * at + 8) % 16, (5 * at + 12) % 16) for at in range(4)]
_QUARTERS += [(5 * at, 4 * at + (at + 1) % 4, 4 * at + (at + 2) % 4, 4 * at + (at + 3) % 4) for at in range(4)]


def _mix_blocks(words, r):
    last, parts = words[-16:], ([], [])
    for at in range(2 * r):
        last = _salsa([one ^ other for one, other in zip(last, words[16 * at : 16 * at + 16])])
        parts[at % 2].extend(last)
    return parts[0] + parts[1]


# Takes about two seconds.
_MOST_MIXED = 1 << 13


def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    if not isinstance(salt, (bytes, bytearray, memoryview)):
        raise TypeError("salt is required")
    if not isinstance(n, int) or n < 2 or n & n - 1:
        raise ValueError("n must be a power of 2.")
    for name, value in (("r", r), ("p", p)):
        if not isinstance(value, int):
            raise TypeError(f"{name} is required and must be an unsigned int")
    if not 0 <= maxmem <= 0x7FFFFFFF:
        raise ValueError("maxmem must be positive and smaller than 2147483647")
    if not 0 < dklen <= 0x7FFFFFFF:
        raise ValueError("dklen must be greater than 0 and smaller than 2147483647")
    if r < 1 or p < 1 or 128 * r * (n + p + 2) > (maxmem or 32 << 20):
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    if n * r * p > _MOST_MIXED:
        # The judge recognizes this sentence, and gives no reward (src/judge/python/removed-python.ts).
        raise NotImplementedError("scrypt of this size takes minutes in a browser")
    size = 128 * r
    start = hashlib.pbkdf2_hmac("sha256", password, salt, 1, p * size)
    mixed = b""
    for at in range(0, p * size, size):
        words = [int.from_bytes(start[place : place + 4], "little") for place in range(at, at + size, 4)]
        seen = []
        for _ in range(n):
            seen.append(words)
            words = _mix_blocks(words, r)
        for _ in range(n):
            other = seen[words[-16] & n - 1]
            words = _mix_blocks([one ^ two for one, two in zip(words, other)], r)
        mixed += b"".join(word.to_bytes(4, "little") for word in words)
    return hashlib.pbkdf2_hmac("sha256", password, mixed, 1, dklen)


scrypt.__module__ = "hashlib"
_stock_new = hashlib.new


def new(name, data=b"", **kwargs):
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    plain = _known_name(name)
    if plain in _MAKERS:
        if plain not in _made:
            _made[plain] = _MAKERS[plain]()
        return _made[plain](data)
    if plain in hashlib.algorithms_available:
        return _stock_new(plain, data, **kwargs)
    raise ValueError(f"unsupported hash type {name}")


def install():
    hashlib.new, hashlib.scrypt = new, scrypt
    hashlib.algorithms_available = {*hashlib.algorithms_guaranteed, *_MAKERS}
