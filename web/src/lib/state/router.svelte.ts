// A minimal router: the path is state, and links inside the site do not reload the page.

class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  /** The page from which a link led here; empty after a reload or a step in the history. */
  from = $state('');

  constructor() {
    addEventListener('popstate', () => {
      this.from = '';
      this.#read();
    });
    document.addEventListener('click', (event) => this.#clicked(event));
  }

  go(to: string): void {
    this.from = location.pathname;
    history.pushState(null, '', to);
    this.#read();
    scrollTo(0, 0);
  }

  /** Change the address of a page, unless the visitor has already left that page. */
  replace(page: string, to: string): void {
    if (location.pathname.replace(/\/+$/, '') === page) history.replaceState(null, '', to);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  /**
   * Handle a plain click on an internal link without a reload. The browser handles anchors on the same page.
   */
  #clicked(event: MouseEvent): void {
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api')) return;
    if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
