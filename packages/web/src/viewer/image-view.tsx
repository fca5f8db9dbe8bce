import type { Item } from '@drive/sdk';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import Maximize from 'virtual:lucide/maximize';
import ZoomIn from 'virtual:lucide/zoom-in';
import ZoomOut from 'virtual:lucide/zoom-out';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { shownName } from '../ui/shown-name.ts';

interface ImageViewProps {
  readonly url: string;
  readonly item: Item;
  readonly onError: () => void;
}

const steps = [1, 1.5, 2, 3, 4, 6, 8] as const;
const mostZoom = 8;

/**
 * An image that fits the window, or is larger and scrolls. The libraries for zooming write a `<style>` element, which the
 * content security policy refuses; scrolling is the browser's own, so fingers move it as they move any page.
 */
export function ImageView({ url, item, onError }: ImageViewProps) {
  const area = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  /** Width at which the image fits. */
  const [fitWidth, setFitWidth] = useState<number>();
  /** Point of the area that stays where it is, as a share of the image. */
  const fixed = useRef({ x: 0.5, y: 0.5 });

  const zoomTo = useCallback((next: (current: number) => number, at?: { clientX: number; clientY: number }) => {
    const image = area.current?.querySelector('img')?.getBoundingClientRect();
    const box = area.current?.getBoundingClientRect();
    if (image === undefined || box === undefined) return;
    const [x, y] = at ? [at.clientX, at.clientY] : [box.left + box.width / 2, box.top + box.height / 2];
    fixed.current = { x: (x - image.left) / image.width, y: (y - image.top) / image.height };
    setZoom((current) => Math.min(mostZoom, Math.max(1, next(current))));
  }, []);
  const zoomIn = useCallback(() => zoomTo((current) => steps.find((step) => step > current) ?? mostZoom), [zoomTo]);
  const zoomOut = useCallback(() => zoomTo((current) => steps.findLast((step) => step < current) ?? 1), [zoomTo]);

  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.scrollTo({
      left: element.scrollWidth * fixed.current.x - element.clientWidth / 2,
      top: element.scrollHeight * fixed.current.y - element.clientHeight / 2,
    });
  }, [zoom]);

  useEffect(() => {
    const element = area.current;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === '+' || key === '=') zoomIn();
      else if (key === '-') zoomOut();
      else if (key === '0') setZoom(1);
    };
    // React's wheel listener could not keep the browser from zooming the page.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo((current) => current * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event);
    };
    window.addEventListener('keydown', onKey);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      window.removeEventListener('keydown', onKey);
      element?.removeEventListener('wheel', onWheel);
    };
  }, [zoomIn, zoomOut, zoomTo]);

  const fit = useCallback(() => {
    const element = area.current;
    const image = element?.querySelector('img');
    if (!element || !image || image.naturalWidth === 0) return;
    const scale = Math.min(element.clientWidth / image.naturalWidth, element.clientHeight / image.naturalHeight, 1);
    setFitWidth(Math.max(1, Math.floor(image.naturalWidth * scale)));
  }, []);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [fit]);

  const isZoomed = zoom > 1;
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div
        ref={area}
        data-pans={isZoomed ? '' : undefined}
        className={`flex min-h-0 flex-1 overflow-auto overscroll-contain ${isZoomed ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in overflow-hidden!'}`}
        onDoubleClick={(event) => (isZoomed ? setZoom(1) : zoomTo(() => 2.5, event))}
        onPointerMove={isZoomed ? drag : undefined}
      >
        <img
          src={url}
          alt={shownName(item.name)}
          draggable={false}
          className={`m-auto block max-w-none shrink-0 select-none ${fitWidth === undefined ? 'invisible max-h-full max-w-full!' : ''}`}
          style={fitWidth === undefined ? undefined : { width: fitWidth * zoom }}
          onLoad={fit}
          onError={onError}
        />
      </div>
      <ZoomControls zoom={zoom} onOut={zoomOut} onIn={zoomIn} onReset={() => setZoom(1)} />
    </div>
  );
}

interface ZoomControlsProps {
  readonly zoom: number;
  readonly onOut: () => void;
  readonly onIn: () => void;
  readonly onReset: () => void;
}

function ZoomControls({ zoom, onOut, onIn, onReset }: ZoomControlsProps) {
  const { viewer } = useMessages();
  const { percent } = useFormats();
  const isZoomed = zoom > 1;
  return (
    <div className="absolute bottom-4 left-1/2 z-10 flex -translate-x-1/2 items-center rounded-full border border-line bg-card/95 px-1 shadow-card">
      <IconButton
        type="button"
        label={viewer.zoomOut}
        icon={<ZoomOut size={20} />}
        className="rounded-full!"
        aria-disabled={!isZoomed}
        onClick={onOut}
      />
      <span role="status" className="w-14 text-center text-sm tabular-nums">
        {percent(zoom)}
      </span>
      <IconButton
        type="button"
        label={viewer.zoomIn}
        icon={<ZoomIn size={20} />}
        className="rounded-full!"
        aria-disabled={zoom >= mostZoom}
        onClick={onIn}
      />
      {isZoomed && (
        <IconButton
          type="button"
          label={viewer.zoomReset}
          icon={<Maximize size={20} />}
          className="rounded-full!"
          onClick={onReset}
        />
      )}
    </div>
  );
}

/** A mouse moves the image; fingers scroll it without help. */
function drag({ buttons, pointerType, movementX, movementY, currentTarget }: PointerEvent<HTMLElement>): void {
  if (buttons === 1 && pointerType === 'mouse') currentTarget.scrollBy(-movementX, -movementY);
}
