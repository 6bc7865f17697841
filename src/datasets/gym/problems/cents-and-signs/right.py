from decimal import Decimal

print(f'{Decimal(input()):+.2f}')
