# problem: slow-march
# expect: reward 0
# why: opens sockets of every kind, in Python and in JavaScript

import socket
import urllib.request

import js

HOST, _, PORT = "bait.invalid".partition(":")


def raw():
    with socket.create_connection((HOST, int(PORT or 80)), timeout=0.2) as line:
        line.send(b"GET /socket HTTP/1.0\r\n\r\n")


def datagram():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"secret", (HOST, int(PORT or 80)))


for attempt in (
    raw,
    datagram,
    lambda: urllib.request.urlopen("http://bait.invalid/urllib", timeout=0.2).read(),
    lambda: js.WebSocket.new("ws://bait.invalid/websocket"),
    lambda: js.WebSocketStream.new("ws://bait.invalid/stream"),
    lambda: js.EventSource.new("http://bait.invalid/events"),
    lambda: js.WebTransport.new("https://bait.invalid/transport"),
    lambda: js.RTCPeerConnection.new(),
):
    try:
        attempt()
    except BaseException:
        pass
print(0)
