// Runs on share pages, which work without it: shows files over the page, texts highlighted, and long listings as one.

const linksOf = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>('.entries a[id][href*="/view"]'),
];

const openAt = (links: readonly HTMLAnchorElement[], index: number): Promise<void> =>
  import('./gallery.ts').then(({ openGallery }) => openGallery(links, index));

const links = linksOf();
const end = { '#first-file': 0, '#last-file': links.length - 1 }[location.hash];
if (end !== undefined) {
  history.replaceState(null, '', location.pathname + location.search);
  if (links.length > 0) void openAt(links, end);
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const shown = linksOf();
  const index = link === null ? -1 : shown.indexOf(link);
  if (link === null || index === -1) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  openAt(shown, index).catch(() => location.assign(link.href));
});

// Not before the first files are there.
if (document.querySelector('.pages a[rel=next]') !== null)
  addEventListener('load', () => void import('./scrolled-list.ts').then(({ scrollPages }) => scrollPages()));

for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-text]')) {
  const { text: kind = 'text' } = frame.dataset;
  const file = { url: frame.src, kind, name: frame.title };
  const shown = document.createElement('div');
  const showFrame = (): void => void (shown.isConnected && shown.replaceWith(frame));
  if (kind === 'pdf') {
    shown.className = 'shown page pdf';
    void import('./shared-pdf.tsx')
      .then(({ renderPdf }) => renderPdf(shown, { ...file, onError: showFrame }))
      .then(
        () => frame.replaceWith(shown),
        () => {},
      );
  } else {
    shown.className = 'text';
    void import('./shared-text.tsx')
      .then(({ renderText }) => renderText(shown, file))
      .then(
        () => frame.replaceWith(shown),
        () => {},
      );
  }
}
