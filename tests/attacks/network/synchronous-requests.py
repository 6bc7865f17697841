# problem: slow-march
# expect: reward 0
# why: asks synchronously: XMLHttpRequest and the helpers that Pyodide builds on it

import js

URL = "http://bait.invalid/xhr"


def xhr():
    request = js.XMLHttpRequest.new()
    request.open("GET", URL, False)
    request.send()
    return request.responseText


def open_url():
    from pyodide.http import open_url

    return open_url(URL).read()


def pyxhr():
    from pyodide.http import pyxhr

    return pyxhr.get(URL).text


def scripts():
    return js.importScripts(URL)


heard = []
for attempt in (xhr, open_url, pyxhr, scripts):
    try:
        heard.append(attempt())
    except BaseException:
        pass
print(*heard)
