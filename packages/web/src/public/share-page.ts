// Runs on share pages, which work without it: shows files over the page, and texts highlighted.

const links = [...document.querySelectorAll<HTMLAnchorElement>('.entries a[id][href*="/view"]')];
const narrow = matchMedia('(width < 40rem)');

for (const [index, link] of links.entries())
  link.addEventListener('click', (event) => {
    // Phones open PDF documents in a program of their own.
    const isNative = link.dataset['kind'] === 'pdf' && narrow.matches;
    if (isNative || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void import('./gallery.ts').then(
      ({ openGallery }) => openGallery(links, index),
      () => location.assign(link.href),
    );
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
