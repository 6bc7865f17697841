# problem: half-tide
# expect: reward 0
# why: prints numbers that are close to everything: nan, infinities, huge exponents, other digits

n = int(input())
print(["nan", "inf", "-nan", "Infinity", "sNaN", "1e999999999999999999", "0e0", "٣٫٥"][n % 8])
