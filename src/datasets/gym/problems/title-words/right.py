def capwords(text):
    return ' '.join(word[0].upper() + word[1:].lower() for word in text.split())
