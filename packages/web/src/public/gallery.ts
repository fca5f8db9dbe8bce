import './gallery.css';
import { galleryTexts } from '../i18n/gallery-texts.ts';

const texts = galleryTexts(document.documentElement.lang);
const swipePixels = 60;

/** Hashes with which `share-page.ts` opens the gallery at an end of a page. */
const galleryHashes = { first: '#first-file', last: '#last-file' };

/** Ends what needs an end when the next file is shown. */
let endShown = (): void => {};

/** Links of a long listing to its other pages. */
const pageLink = (way: 'next' | 'prev'): string | undefined =>
  document.querySelector<HTMLAnchorElement>(`.pages a[rel=${way}]`)?.href;

/** Shows the files of a listing one by one in a dialog, page after page. Back closes it. */
export function openGallery(links: readonly HTMLAnchorElement[], start: number): void {
  const dialog = make('dialog', 'gallery');
  const title = make('h2');
  const place = make('p');
  const download = make('a', 'button');
  const body = make('div', 'stage');
  const previous = button(texts.previous, 'step previous', ['m15 18-6-6 6-6']);
  const next = button(texts.next, 'step next', ['m9 18 6-6-6-6']);
  const close = button(texts.close, 'close', ['M18 6 6 18', 'm6 6 12 12']);
  const heading = make('div', 'heading');
  const header = make('header');
  title.id = 'gallery-title';
  title.dir = 'auto';
  place.setAttribute('role', 'status');
  dialog.setAttribute('aria-labelledby', title.id);
  download.textContent = texts.download;
  download.rel = 'nofollow';
  heading.append(title, place);
  header.append(close, heading, download);
  dialog.append(header, body, previous, next);

  let index = start;
  const [pageBefore, pageAfter] = [pageLink('prev'), pageLink('next')];
  const pageText =
    (pageBefore ?? pageAfter) !== undefined ? document.querySelector('.pages .muted')?.textContent : undefined;
  const show = (to: number): void => {
    const link = links[to];
    if (link === undefined) {
      // Takes the place of the dialog in the history, so that Back closes the gallery there, too.
      if (to < 0 && pageBefore !== undefined) location.replace(pageBefore + galleryHashes.last);
      else if (to > 0 && pageAfter !== undefined) location.replace(pageAfter + galleryHashes.first);
      return;
    }
    index = to;
    const name = link.textContent;
    title.textContent = name;
    place.textContent = `${texts.place({ index: to + 1, count: links.length })}${pageText === undefined ? '' : ` · ${pageText}`}`;
    download.href = link.href.replace('/view?', '/download?');
    previous.hidden = to === 0 && pageBefore === undefined;
    next.hidden = to === links.length - 1 && pageAfter === undefined;
    endShown();
    endShown = () => {};
    body.replaceChildren(shownFile(link.href, link.dataset['kind'] ?? 'image', name));
  };

  const isInPlayer = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('video, audio, .text, [data-pans]') !== null;
  previous.addEventListener('click', () => show(index - 1));
  next.addEventListener('click', () => show(index + 1));
  dialog.addEventListener('keydown', (event) => {
    if (isInPlayer(event.target)) return;
    if (event.key === 'ArrowLeft') show(index - 1);
    else if (event.key === 'ArrowRight') show(index + 1);
  });
  let startX: number | undefined;
  dialog.addEventListener('touchstart', ({ touches, target }) => {
    startX = touches.length === 1 && !isInPlayer(target) ? touches[0]?.clientX : undefined;
  });
  dialog.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    const way = startX === undefined || touch === undefined ? 0 : touch.clientX - startX;
    startX = undefined;
    if (Math.abs(way) >= swipePixels) show(way < 0 ? index + 1 : index - 1);
  });

  const onBack = (): void => dialog.close();
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    endShown();
    endShown = () => {};
    removeEventListener('popstate', onBack);
    if ((history.state as { gallery?: boolean } | null)?.gallery === true) history.back();
    dialog.remove();
    links[index]?.focus();
  });
  history.pushState({ gallery: true }, '');
  addEventListener('popstate', onBack);
  document.body.append(dialog);
  show(start);
  dialog.showModal();
}

function shownFile(url: string, kind: string, name: string): HTMLElement {
  switch (kind) {
    case 'image': {
      const image = make('img');
      image.alt = name;
      image.addEventListener('error', () => image.replaceWith(failed()));
      image.src = url;
      return image;
    }
    case 'video':
    case 'audio': {
      const player = document.createElement(kind);
      player.controls = true;
      player.preload = 'metadata';
      player.setAttribute('aria-label', name);
      player.addEventListener('error', () => player.replaceWith(failed()));
      player.src = url;
      return player;
    }
    case 'pdf':
      return pdfOf(url, name);
    default: {
      const text = make('div', 'text');
      void import('./shared-text.tsx')
        .then(({ renderText }) => renderText(text, { url, kind, name }))
        .catch(() => text.replaceWith(frameOf(url, name)));
      return text;
    }
  }
}

/** Drawn by pdf.js or, if it cannot, by the browser. */
function pdfOf(url: string, name: string): HTMLElement {
  const element = make('div', 'pdf');
  const showFrame = (): void => {
    if (element.isConnected) element.replaceWith(frameOf(url, name));
  };
  void import('./shared-pdf.tsx')
    .then(({ renderPdf }) => renderPdf(element, { url, name, onError: showFrame }))
    .then((end) => (element.isConnected ? (endShown = end) : end()))
    .catch(showFrame);
  return element;
}

function frameOf(url: string, name: string): HTMLElement {
  const frame = make('iframe');
  frame.title = name;
  frame.src = url;
  return frame;
}

function failed(): HTMLElement {
  const text = make('p', 'failed');
  text.textContent = texts.failed;
  return text;
}

/** A button with an icon of Lucide, whose components need React. */
function button(label: string, className: string, paths: readonly string[]): HTMLButtonElement {
  const made = make('button', className);
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.append(iconOf(paths));
  return made;
}

function iconOf(paths: readonly string[]): SVGElement {
  const icon = document.createElementNS(svg, 'svg');
  for (const [name, value] of Object.entries(iconAttributes)) icon.setAttribute(name, value);
  for (const drawn of paths) {
    const path = document.createElementNS(svg, 'path');
    path.setAttribute('d', drawn);
    icon.append(path);
  }
  return icon;
}

const svg = 'http://www.w3.org/2000/svg';
const iconAttributes = {
  width: '24',
  height: '24',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true',
};

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  return element;
}
