/**
 * One sentence for a page that does not start. A classic script in the oldest syntax, so that browsers run it that
 * cannot run the page's own, and frames that may load no module. The page takes the text away when it starts; later
 * errors find no place for a sentence.
 */
(function () {
  function say(text) {
    var place = document.getElementById('start-words');
    if (place === null) return;
    place.textContent = text;
    place.parentNode.style.animation = 'none';
  }

  function isIsolated() {
    try {
      return window.localStorage === undefined;
    } catch (error) {
      return window !== window.parent;
    }
  }

  var isOld =
    !('noModule' in document.createElement('script')) ||
    !('WebAssembly' in window) ||
    !('HTMLDialogElement' in window) ||
    !('structuredClone' in window) ||
    !('toSorted' in Array.prototype);
  var tooOld =
    'This browser is too old for Allpass. Open the page in a current version of Chrome, Edge, Firefox or Safari.';
  if (isOld) say(tooOld);

  window.addEventListener(
    'error',
    function (event) {
      var target = event.target;
      if (target !== window && target.tagName !== 'SCRIPT') return;
      if (isOld || event.error instanceof SyntaxError) say(tooOld);
      else if (isIsolated())
        say(
          'The site around this page keeps it in a frame without its own origin, where Allpass cannot start. Open the page in a tab of its own: ' +
            location.href.split('#')[0],
        );
      else if (target === window) say('Allpass could not start: ' + event.message + '. Reload the page.');
      else
        say(
          'Allpass could not start, because a script of the page did not load. Check the connection and the settings of blockers for this site, then reload the page.',
        );
    },
    true,
  );
})();
