"""Imports the modules that competition programs use, so that the memory image contains them."""

import abc, array, ast, asyncio, atexit, bisect, builtins, calendar, cmath, collections, concurrent.futures
import contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, gc, hashlib, heapq
import inspect, io, itertools, json, linecache, math, numbers, operator, os, queue, random, re, statistics
import string, struct, sys, tempfile, textwrap, threading, time, traceback, types, typing, unicodedata
