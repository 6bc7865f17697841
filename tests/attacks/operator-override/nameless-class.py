# problem: no-echo
# expect: reward 0
# why: returns an object whose class lies about its name, its bases and its identity

class Meta(type):
    __name__ = property(lambda cls: 'x"},null,{"o":"')
    __mro__ = property(lambda cls: (type(None), object))
    __class__ = type(None)
    __eq__ = lambda cls, other: True
    __hash__ = lambda cls: hash(type(None))
    __instancecheck__ = __subclasscheck__ = lambda cls, thing: True


class Nobody(metaclass=Meta):
    __class__ = type(None)
    __bool__ = lambda self: False


def echo(values):
    return Nobody()
