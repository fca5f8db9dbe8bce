import './pdf-view.css';
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import Maximize from 'virtual:lucide/maximize';
import ZoomIn from 'virtual:lucide/zoom-in';
import ZoomOut from 'virtual:lucide/zoom-out';
import { isTyping } from '../../browser/is-typing.ts';
import type { RangeSource } from '../../browser/range-source.ts';
import { openPdf, type OpenPdf } from './pdf-document.ts';
import { PdfPage, type PageSize } from './pdf-page.tsx';

export interface PdfTexts {
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly zoomReset: string;
  readonly loading: string;
  page(place: { readonly number: number; readonly total: number }): string;
}

interface PdfViewProps {
  readonly source: RangeSource;
  readonly name: string;
  readonly texts: PdfTexts;
  /** The document is broken, asks for a password, or cannot be read. */
  readonly onError: (error: unknown) => void;
}

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Widest page without zoom, in pixels. */
const mostWidth = 960;
const margin = 24;

interface Shown extends OpenPdf {
  readonly firstSize: PageSize;
}

/** The pages of a PDF document below one another, drawn by pdf.js: also in browsers that have no viewer of their own. */
export default function PdfView({ source, name, texts, onError }: PdfViewProps) {
  const area = useRef<HTMLDivElement>(null);
  const shown = useOpenPdf(source, onError);
  const width = useWidth(area);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  const total = shown?.pdf.numPages ?? 0;
  const fit =
    shown === undefined || width === 0
      ? 1
      : Math.max(0.1, Math.min(width - margin, mostWidth) / Math.max(1, shown.firstSize.width));

  const goTo = useCallback((page: number) => {
    area.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
  }, []);
  const zoomTo = (next: number): void => {
    const element = area.current;
    const at = element === null ? 0 : element.scrollTop / Math.max(1, element.scrollHeight);
    setZoom(next);
    requestAnimationFrame(() => element?.scrollTo({ top: at * element.scrollHeight }));
  };
  const zoomIn = (): void => zoomTo(steps.find((step) => step > zoom) ?? zoom);
  const zoomOut = (): void => zoomTo(steps.findLast((step) => step < zoom) ?? zoom);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || isTyping(event)) return;
      if (key === '+' || key === '=') zoomIn();
      else if (key === '-') zoomOut();
      else if (key === '0') zoomTo(1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return (
    <div className="pdf-view">
      <div
        ref={area}
        role="region"
        aria-label={name}
        tabIndex={0}
        className="pdf-pages"
        data-pans={zoom > 1 ? '' : undefined}
        onScroll={({ currentTarget }) => setCurrent(pageInView(currentTarget))}
      >
        {shown !== undefined &&
          width > 0 &&
          Array.from({ length: total }, (_, index) => (
            <PdfPage
              key={index}
              pdf={shown.pdf}
              number={index + 1}
              labelOf={(page) => texts.page({ number: page, total })}
              scale={fit * zoom}
              likelySize={shown.firstSize}
              onError={onError}
              onGoTo={goTo}
            />
          ))}
      </div>
      <div className="pdf-bar">
        <p role="status">{shown === undefined ? texts.loading : texts.page({ number: current, total })}</p>
        <BarButton label={texts.zoomOut} isOff={zoom <= steps[0]} onClick={zoomOut}>
          <ZoomOut size={20} />
        </BarButton>
        <BarButton label={texts.zoomIn} isOff={zoom >= (steps.at(-1) ?? 1)} onClick={zoomIn}>
          <ZoomIn size={20} />
        </BarButton>
        {zoom !== 1 && (
          <BarButton label={texts.zoomReset} onClick={() => zoomTo(1)}>
            <Maximize size={20} />
          </BarButton>
        )}
      </div>
    </div>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const BarButton = ({ label, isOff = false, onClick, children }: BarButtonProps) => (
  <button type="button" aria-label={label} title={label} aria-disabled={isOff} onClick={onClick}>
    {children}
  </button>
);

function useOpenPdf(source: RangeSource, onError: (error: unknown) => void): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let opened: OpenPdf | undefined;
    let isOver = false;
    const fail = (error: unknown): void => {
      if (!isOver) onError(error);
    };
    const open = async (): Promise<void> => {
      opened = await openPdf(source, fail);
      if (isOver) return opened.close();
      const page = await opened.pdf.getPage(1);
      const { width, height } = page.getViewport({ scale: 1 });
      if (!isOver) setShown({ ...opened, firstSize: { width, height } });
    };
    open().catch(fail);
    return () => {
      isOver = true;
      opened?.close();
      setShown(undefined);
    };
  }, [onError, source]);
  return shown;
}

/** Width of the element without its scroll bar, in pixels; 0 before it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Number of the page in the middle of the area. */
function pageInView(area: HTMLElement): number {
  const middle = area.getBoundingClientRect().top + area.clientHeight / 2;
  const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')];
  const below = pages.findIndex((page) => page.getBoundingClientRect().bottom >= middle);
  return below === -1 ? Math.max(1, pages.length) : below + 1;
}
