/** Pages are added before the visitor comes to the end of the last one. */
const ahead = '1500px';

/** Adds the following pages of a long listing to the shown one while the visitor scrolls. Their links work as well. */
export function scrollPages(): void {
  const pager = document.querySelector('.pages');
  const list = document.querySelector('.entries');
  if (pager === null || list === null) return;
  let isLoading = false;
  const observer = new IntersectionObserver(
    ([seen]) => {
      if (seen?.isIntersecting === true) void addNext();
    },
    { rootMargin: ahead },
  );
  const addNext = async (): Promise<void> => {
    const next = nextOf(pager);
    if (next === null || isLoading) return;
    isLoading = true;
    list.setAttribute('aria-busy', 'true');
    const page = await fetchPage(next.href);
    list.removeAttribute('aria-busy');
    isLoading = false;
    // The link stays, and leads to the page or says what is wrong.
    if (page === undefined || !append(page, list, pager)) return observer.disconnect();
    // The end of the list may still be in view.
    observer.unobserve(pager);
    observer.observe(pager);
  };
  observer.observe(pager);
}

const nextOf = (within: ParentNode): HTMLAnchorElement | null => within.querySelector<HTMLAnchorElement>('a[rel=next]');

/** Returns whether another page follows. */
function append(page: Document, list: Element, pager: Element): boolean {
  addDrawings(page);
  const rows = [...page.querySelectorAll('.entries > li')].map((row) => document.adoptNode(row));
  list.append(...rows);
  const next = nextOf(pager);
  const following = nextOf(page);
  if (following !== null && next !== null) {
    next.href = following.href;
    const place = page.querySelector('.pages .muted')?.textContent ?? '';
    pager.querySelector('.muted')?.replaceChildren(place);
    return true;
  }
  // The focus would be lost with the link.
  if (next !== null && next === document.activeElement) rows[0]?.querySelector<HTMLElement>('a, input')?.focus();
  if (pager.querySelector('a[rel=prev]') === null) pager.remove();
  else next?.remove();
  return false;
}

/** Icons that the shown page does not have yet. */
function addDrawings(page: Document): void {
  const drawings = document.querySelector('symbol')?.parentNode;
  for (const symbol of page.querySelectorAll('symbol'))
    if (document.getElementById(symbol.id) === null) drawings?.append(document.adoptNode(symbol));
}

/** Parsed by the browser as a page without scripts: parsing a text would need a policy of Trusted Types. */
const fetchPage = (url: string): Promise<Document | undefined> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.addEventListener('load', () =>
      resolve(request.status === 200 ? (request.responseXML ?? undefined) : undefined),
    );
    request.addEventListener('error', () => resolve(undefined));
    request.send();
  });
