// Stands in the page itself (see build/page.ts): sets theme, print and direction before anything is drawn, and sends at
// once for all that this address will need, so that nothing waits for a script to ask for the next.
(function (languages, pages, hello) {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('tilewise.settings') || '{}');
  } catch {
    // storage may be closed to us; the page sets everything again when it starts
  }
  var isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = !kept.theme || kept.theme === 'auto' ? (isDark ? 'dark' : 'light') : kept.theme;
  if (kept.isLargePrint) root.dataset.print = 'large';

  var wanted = kept.language && kept.language !== 'auto' ? [kept.language] : navigator.languages;
  var codes = wanted.map(function (tag) {
    return tag.slice(0, 2).toLowerCase().replace('iw', 'he');
  });
  codes.push('en');
  var language = codes.find(function (code) {
    return languages[code];
  });
  if (!language) return;
  root.dir = languages[language].direction;

  function sendFor(file) {
    var link = document.createElement('link');
    var isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
  var page = pages.find(function (each) {
    return new RegExp(each.path).test(location.pathname);
  });
  if (page) page.asks.forEach(page.isTable ? greet : ask);
  sendFor(languages[language].file);
  if (page && page.isWhole) sendFor(languages[language].rest);
  if (page) page.files.forEach(sendFor);

  /** The answer is met by api.ts, which asks for the same in the same way. */
  function ask(path) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = path;
    document.head.append(link);
  }
  /** Kept for state/session.svelte.ts: a table opens its line once one is somebody. */
  function greet(path) {
    window.greeting = fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    // who has a name of their own says it first: state/session.svelte.ts
    if (kept.name) return;
    window.greeting
      .then(function (answer) {
        if (answer.ok) callAhead(location.pathname.split('/').pop());
      })
      .catch(Boolean); // no answer: the page asks again, and says so
  }
  /** The line itself, and what is said on it before there is a script to hear it; net/line.ts takes it over. */
  function callAhead(room) {
    var socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/rooms/' + room + '/play');
    socket.room = room;
    socket.unheard = [];
    socket.onopen = function () {
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = function (event) {
      socket.unheard.push(event);
      var view = JSON.parse(event.data).view;
      if (view && view.phase === 'gathering') page.gathering.forEach(sendFor);
    };
    window.lineAhead = socket;
  }
})(LANGUAGES, PAGES, HELLO);
