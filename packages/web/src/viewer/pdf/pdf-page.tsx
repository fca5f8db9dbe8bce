import { TextLayer, type PDFDocumentProxy, type PDFPageProxy, type PageViewport } from 'pdfjs-dist';
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';

/** Width and height of a page, in its own points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly labelOf: (page: number) => string;
  /** Pixels of a point. */
  readonly scale: number;
  /** What the page has until it is loaded. */
  readonly likelySize: PageSize;
  readonly onError: (error: unknown) => void;
  readonly onGoTo: (page: number) => void;
}

/** Pixels of a canvas; browsers draw nothing on much larger ones. */
const mostPixels = 16_777_216;

/** A page, which is drawn while it is near what is in view. Its text can be selected and is read aloud. */
export function PdfPage({ pdf, number, labelOf, scale, likelySize, onError, onGoTo }: PdfPageProps) {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(element);
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    if (!isNear || page !== undefined) return;
    let isOver = false;
    pdf.getPage(number).then(
      (found) => void (isOver || setPage(found)),
      (error: unknown) => void (isOver || onError(error)),
    );
    return () => {
      isOver = true;
    };
  }, [isNear, number, onError, page, pdf]);
  const size = page?.getViewport({ scale: 1 }) ?? likelySize;

  return (
    <div
      ref={element}
      role="group"
      aria-label={labelOf(number)}
      data-page={number}
      className="pdf-page"
      style={{ width: size.width * scale, height: size.height * scale, '--total-scale-factor': scale } as CSSProperties}
    >
      {page !== undefined && isNear && (
        <DrawnPage pdf={pdf} page={page} labelOf={labelOf} scale={scale} onError={onError} onGoTo={onGoTo} />
      )}
    </div>
  );
}

type DrawnPageProps = Pick<PdfPageProps, 'pdf' | 'labelOf' | 'scale' | 'onError' | 'onGoTo'> & {
  readonly page: PDFPageProxy;
};

function DrawnPage({ pdf, page, labelOf, scale, onError, onGoTo }: DrawnPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [links, setLinks] = useState<readonly PageLink[]>([]);

  useEffect(() => {
    const viewport = page.getViewport({ scale });
    const stop = new AbortController();
    const fail = (error: unknown): void => {
      if (!stop.signal.aborted) onError(error);
    };
    if (canvas.current !== null) draw(page, viewport, canvas.current, stop.signal).catch(fail);
    if (text.current !== null) layOut(page, viewport, text.current, stop.signal).catch(() => {});
    void linksOf(page, viewport).then(
      (found) => void (stop.signal.aborted || setLinks(found)),
      () => {},
    );
    return () => stop.abort();
  }, [onError, page, scale]);
  // pdf.js keeps the images of a page until told so, and waits for a drawing that was canceled just now.
  useEffect(() => () => void page.cleanup(), [page]);

  return (
    <>
      <canvas ref={canvas} aria-hidden />
      <div ref={text} className="pdf-text" />
      {links.map(({ key, url, destination, style }) =>
        url === undefined ? (
          <PlaceLink key={key} {...{ pdf, destination, labelOf, style, onGoTo }} />
        ) : (
          <a
            key={key}
            href={url}
            aria-label={url}
            title={url}
            target="_blank"
            rel="noreferrer noopener nofollow"
            className="pdf-link"
            style={style}
          />
        ),
      )}
    </>
  );
}

interface PlaceLinkProps
  extends Pick<PdfPageProps, 'pdf' | 'labelOf' | 'onGoTo'>, Pick<PageLink, 'destination' | 'style'> {}

/** A link to a page of the document, which is its name. */
function PlaceLink({ pdf, destination, labelOf, style, onGoTo }: PlaceLinkProps) {
  const [to, setTo] = useState<number>();
  useEffect(() => {
    pageOf(pdf, destination).then(setTo, () => {});
  }, [destination, pdf]);
  if (to === undefined) return null;
  const label = labelOf(to);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="pdf-link"
      style={style}
      onClick={() => onGoTo(to)}
    />
  );
}

async function draw(
  page: PDFPageProxy,
  viewport: PageViewport,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<void> {
  const density = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
  // A canvas is drawn on by one task only, and a page that is drawn again keeps its picture until the new one is there.
  const fresh = document.createElement('canvas');
  fresh.width = Math.max(1, Math.floor(viewport.width * density));
  fresh.height = Math.max(1, Math.floor(viewport.height * density));
  const task = page.render({
    canvas: fresh,
    viewport,
    ...(density === 1 ? {} : { transform: [density, 0, 0, density, 0, 0] }),
  });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  if (signal.aborted) return;
  canvas.width = fresh.width;
  canvas.height = fresh.height;
  canvas.getContext('2d')?.drawImage(fresh, 0, 0);
  canvas.dataset['drawn'] = '';
}

async function layOut(
  page: PDFPageProxy,
  viewport: PageViewport,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  container.replaceChildren();
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
  signal.addEventListener('abort', () => layer.cancel(), { once: true });
  await layer.render();
}

interface PageLink {
  readonly key: string;
  /** undefined: it leads to a place in the document. */
  readonly url: string | undefined;
  readonly destination: unknown;
  readonly style: CSSProperties;
}

interface LinkAnnotation {
  readonly id: string;
  readonly subtype: string;
  readonly url?: string;
  readonly dest?: unknown;
  readonly rect: readonly [number, number, number, number];
}

async function linksOf(page: PDFPageProxy, viewport: PageViewport): Promise<PageLink[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' })) as LinkAnnotation[];
  return annotations
    .filter(({ subtype, url, dest }) => subtype === 'Link' && (isOutside(url) || (dest ?? null) !== null))
    .map(({ id, url, dest, rect }) => {
      const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]) as number[];
      const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]) as number[];
      const style = {
        left: Math.min(x1, x2),
        top: Math.min(y1, y2),
        width: Math.abs(x2 - x1),
        height: Math.abs(y2 - y1),
      };
      return { key: id, url: isOutside(url) ? url : undefined, destination: dest, style };
    });
}

const isOutside = (url: string | undefined): boolean => url !== undefined && /^(?:https?|mailto):/i.test(url);

/** Number of the page to which a link leads. */
async function pageOf(pdf: PDFDocumentProxy, destination: unknown): Promise<number | undefined> {
  const found: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
  const target: unknown = Array.isArray(found) ? found[0] : undefined;
  if (typeof target === 'number') return target + 1;
  if (typeof target !== 'object' || target === null) return undefined;
  return (await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0])) + 1;
}

/** Whether the element is in view, or less than a window above or below it. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      root: element.current.closest('.pdf-pages'),
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
