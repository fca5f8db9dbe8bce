// Runs on share pages, which work without it: shows files over the page, and texts highlighted.

const links = [...document.querySelectorAll<HTMLAnchorElement>('.entries a[id][href*="/view"]')];
const narrow = matchMedia('(width < 40rem)');

const openAt = (index: number): Promise<void> =>
  import('./gallery.ts').then(({ openGallery }) => openGallery(links, index));

const end = { '#first-file': 0, '#last-file': links.length - 1 }[location.hash];
if (end !== undefined) {
  history.replaceState(null, '', location.pathname + location.search);
  if (links.length > 0) void openAt(end);
}

for (const [index, link] of links.entries())
  link.addEventListener('click', (event) => {
    // Phones open PDF documents in a program of their own.
    const isNative = link.dataset['kind'] === 'pdf' && narrow.matches;
    if (isNative || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openAt(index).catch(() => location.assign(link.href));
  });

for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-text]')) {
  const { text: kind = 'text' } = frame.dataset;
  const shown = document.createElement('div');
  shown.className = 'text';
  void import('./shared-text.tsx')
    .then(({ renderText }) => renderText(shown, { url: frame.src, kind, name: frame.title }))
    .then(
      () => frame.replaceWith(shown),
      () => {},
    );
}
