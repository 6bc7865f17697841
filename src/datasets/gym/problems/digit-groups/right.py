print(f'{int(input()):_}')
