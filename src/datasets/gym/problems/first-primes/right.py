import sys

n = int(input())
primes = []
candidate = 2
while len(primes) < n:
    if all(candidate % prime for prime in primes):
        primes.append(candidate)
    candidate += 1
sys.stdout.write('\n'.join(map(str, primes)))
