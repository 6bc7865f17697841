"""Gives errors of the system the numbers and texts of Linux.

The interpreter uses those of Emscripten. Before it creates an exception from one, it calls `translated`
(src/sandbox/build/native-errno.ts).
"""

import errno
import gc
import os
import sys

# Names by number, from 1. A dash marks an unused number.
_NAMES = (
    "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST "
    "EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM "
    "ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG "
    "EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET "
    "ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG "
    "ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE "
    "EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE "
    "EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN "
    "ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL "
    "EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD "
    "ENOTRECOVERABLE ERFKILL "
).split()
_OTHER_NAMES = {"EWOULDBLOCK": "EAGAIN", "EDEADLOCK": "EDEADLK", "ENOTSUP": "EOPNOTSUPP"}

# Texts of glibc that differ from those of musl.
_TEXTS = {
    "EADDRINUSE": "Address already in use",
    "EADDRNOTAVAIL": "Cannot assign requested address",
    "EADV": "Advertise error",
    "EBADE": "Invalid exchange",
    "EBADR": "Invalid request descriptor",
    "EBADRQC": "Invalid request code",
    "EBADSLT": "Invalid slot",
    "EBFONT": "Bad font file format",
    "EBUSY": "Device or resource busy",
    "ECHILD": "No child processes",
    "ECHRNG": "Channel number out of range",
    "ECOMM": "Communication error on send",
    "ECONNABORTED": "Software caused connection abort",
    "EDEADLK": "Resource deadlock avoided",
    "EDOM": "Numerical argument out of domain",
    "EDOTDOT": "RFS specific error",
    "EDQUOT": "Disk quota exceeded",
    "EHOSTUNREACH": "No route to host",
    "EILSEQ": "Invalid or incomplete multibyte or wide character",
    "EINPROGRESS": "Operation now in progress",
    "EIO": "Input/output error",
    "EISCONN": "Transport endpoint is already connected",
    "EISNAM": "Is a named type file",
    "EL2HLT": "Level 2 halted",
    "EL2NSYNC": "Level 2 not synchronized",
    "EL3HLT": "Level 3 halted",
    "EL3RST": "Level 3 reset",
    "ELIBACC": "Can not access a needed shared library",
    "ELIBBAD": "Accessing a corrupted shared library",
    "ELIBEXEC": "Cannot exec a shared library directly",
    "ELIBMAX": "Attempting to link in too many shared libraries",
    "ELIBSCN": ".lib section in a.out corrupted",
    "ELNRNG": "Link number out of range",
    "ELOOP": "Too many levels of symbolic links",
    "EMFILE": "Too many open files",
    "EMSGSIZE": "Message too long",
    "ENAMETOOLONG": "File name too long",
    "ENAVAIL": "No XENIX semaphores available",
    "ENETRESET": "Network dropped connection on reset",
    "ENETUNREACH": "Network is unreachable",
    "ENOANO": "No anode",
    "ENOCSI": "No CSI structure available",
    "ENOMEM": "Cannot allocate memory",
    "ENONET": "Machine is not on the network",
    "ENOPKG": "Package not installed",
    "ENOTCONN": "Transport endpoint is not connected",
    "ENOTNAM": "Not a XENIX named type file",
    "ENOTSOCK": "Socket operation on non-socket",
    "ENOTTY": "Inappropriate ioctl for device",
    "ENOTUNIQ": "Name not unique on network",
    "EOPNOTSUPP": "Operation not supported",
    "ERANGE": "Numerical result out of range",
    "EREMCHG": "Remote address changed",
    "EREMOTE": "Object is remote",
    "ERESTART": "Interrupted system call should be restarted",
    "ERFKILL": "Operation not possible due to RF-kill",
    "ESHUTDOWN": "Cannot send after transport endpoint shutdown",
    "ESPIPE": "Illegal seek",
    "ESRMNT": "Srmount error",
    "ESTRPIPE": "Streams pipe error",
    "ETIME": "Timer expired",
    "ETIMEDOUT": "Connection timed out",
    "ETOOMANYREFS": "Too many references: cannot splice",
    "EUCLEAN": "Structure needs cleaning",
    "EUNATCH": "Protocol driver not attached",
    "EUSERS": "Too many users",
    "EXDEV": "Invalid cross-device link",
    "EXFULL": "Exchange full",
}

_NUMBERS = {name: number for number, name in enumerate(_NAMES, 1) if name != "-"}
_NUMBERS |= {other: _NUMBERS[name] for other, name in _OTHER_NAMES.items()}
_here = {name: number for name, number in vars(errno).items() if name in _NUMBERS}
_told = os.strerror
# By the number on this system: the number on Linux, and the text if it differs.
_native = {number: (_NUMBERS[name], _TEXTS.get(name)) for name, number in _here.items() if name not in _OTHER_NAMES}
_words = {_NUMBERS[name]: _TEXTS.get(name) or _told(number) for name, number in _here.items() if name not in _OTHER_NAMES}


def translated(arguments):
    number, text = _native.get(arguments[0], (arguments[0], None))
    return (number, text or arguments[1], *arguments[2:])


def strerror(code, /):
    if code == 0:
        return "Success"
    return _words.get(code) or f"Unknown error {_told(code) and code}"


def _install():
    # New in Python 3.14.
    del errno.EHWPOISON
    for name in _here:
        setattr(errno, name, _NUMBERS[name])
    errno.errorcode.clear()
    errno.errorcode.update({number: name for name, number in sorted(_NUMBERS.items()) if name in _here and name not in _OTHER_NAMES})
    errno.errorcode |= {_NUMBERS[name]: name for name in ("ENOTSUP", "EDEADLOCK")}
    os.strerror = strerror
    # Exception classes by number.
    kinds = next(
        each for each in gc.get_objects() if type(each) is dict and each.get(_here["ENOENT"]) is FileNotFoundError
    )
    native = {_native[number][0]: kind for number, kind in kinds.items()}
    kinds.clear()
    kinds.update(native)
    sys.__native_error__ = translated


# Runs only once.
if errno.ENOENT != _NUMBERS["ENOENT"]:
    _install()
