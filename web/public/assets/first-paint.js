// Set theme, print and direction before anything is drawn, so that the page does not flash; send for the language.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('tilewise.settings') || '{}');
    var root = document.documentElement;
    var dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = !kept.theme || kept.theme === 'auto' ? (dark ? 'dark' : 'light') : kept.theme;
    if (kept.isLargePrint) root.dataset.print = 'large';
    var files = {};
    (document.querySelector('meta[name=languages]') || { content: '' }).content
      .split(' ')
      .forEach(function (pair) {
        files[pair.split('=')[0]] = pair.split('=')[1];
      });
    var wanted = (kept.language && kept.language !== 'auto' ? [kept.language] : navigator.languages).map(
      function (tag) {
        return tag.slice(0, 2).toLowerCase().replace('iw', 'he');
      },
    );
    var language =
      wanted.find(function (code) {
        return files[code];
      }) || 'en';
    if (language === 'he') root.dir = 'rtl';
    if (!files[language]) return;
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[language];
    document.head.append(link);
  } catch {
    // storage may be closed to us; the page sets everything again when it starts
  }
})();
