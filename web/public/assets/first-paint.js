// Set theme, print and direction before anything is drawn, so that the page does not flash.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('tilewise.settings') || '{}');
    var root = document.documentElement;
    var dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = !kept.theme || kept.theme === 'auto' ? (dark ? 'dark' : 'light') : kept.theme;
    if (kept.isLargePrint) root.dataset.print = 'large';
    var language = kept.language && kept.language !== 'auto' ? kept.language : navigator.language.slice(0, 2);
    if (language === 'he' || language === 'iw') root.dir = 'rtl';
  } catch {
    // storage may be closed to us; the page sets everything again when it starts
  }
})();
