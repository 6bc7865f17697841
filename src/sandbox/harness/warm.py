"""The modules competition programs import, loaded once so that the memory image holds them."""

import abc, array, ast, asyncio, atexit, bisect, builtins, calendar, cmath, collections, concurrent.futures
import contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, gc, hashlib, heapq
import inspect, io, itertools, json, linecache, math, numbers, operator, os, queue, random, re, statistics
import string, struct, sys, tempfile, textwrap, threading, time, traceback, types, typing, unicodedata
