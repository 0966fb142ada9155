// scripts/page.ts inlines this script into the page. It sets theme, print size and direction before the first
// paint, and starts loading everything that the address needs. page.ts strips the comments.
(function (languages, pages, hello) {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('tilewise.settings') || '{}');
  } catch {
    // storage may be blocked; the page applies the settings again when it starts
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
  var text = page && page.texts && page.texts[location.pathname.split('/')[2]];
  if (text) sendFor(text);

  /** Preload an API answer. api.ts sends the same request and receives the preloaded answer. */
  function ask(path) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = path;
    document.head.append(link);
  }
  // Start the session; state/session.svelte.ts takes over the answer. A table needs it to open its socket.
  function greet(path) {
    window.greeting = fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    // a player with a name sends it first, see state/session.svelte.ts
    if (kept.name) return;
    window.greeting
      .then(function (answer) {
        if (answer.ok) openEarly(location.pathname.split('/').pop());
      })
      .catch(Boolean); // no answer: the page tries again and reports the error
  }
  /** Open the socket of the room and collect its messages until net/room-socket.ts takes it over. */
  function openEarly(room) {
    var socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/rooms/' + room + '/play');
    socket.room = room;
    socket.backlog = [];
    socket.onopen = function () {
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = function (event) {
      socket.backlog.push(event);
      var view = JSON.parse(event.data).view;
      if (view && view.phase === 'gathering') page.gathering.forEach(sendFor);
    };
    window.earlySocket = socket;
  }
})(LANGUAGES, PAGES, HELLO);
