import type { Item } from '@drive/sdk';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import Maximize from 'virtual:lucide/maximize';
import RotateCw from 'virtual:lucide/rotate-cw';
import ZoomIn from 'virtual:lucide/zoom-in';
import ZoomOut from 'virtual:lucide/zoom-out';
import { isTyping } from '../browser/is-typing.ts';
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
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  /** Quarters of a turn to the right. */
  const [turns, setTurns] = useState(0);
  const isTurned = turns % 2 === 1;
  /** Size in which the turned image fits, and its share of the size of the image. */
  const [fitSize, setFitSize] = useState<{ readonly width: number; readonly height: number; readonly scale: number }>();
  /** Point that stays where it is: as a share of the image, and in pixels of the area. */
  const fixed = useRef({ x: 0.5, y: 0.5, left: 0, top: 0 });

  const zoomTo = useCallback((next: (current: number) => number, at?: { clientX: number; clientY: number }) => {
    const image = frame.current?.getBoundingClientRect();
    const box = area.current?.getBoundingClientRect();
    if (image === undefined || box === undefined) return;
    const [x, y] = at ? [at.clientX, at.clientY] : [box.left + box.width / 2, box.top + box.height / 2];
    const share = { x: (x - image.left) / image.width, y: (y - image.top) / image.height };
    fixed.current = { ...share, left: x - box.left, top: y - box.top };
    setZoom((current) => Math.min(mostZoom, Math.max(1, next(current))));
  }, []);
  const zoomIn = useCallback(() => zoomTo((current) => steps.find((step) => step > current) ?? mostZoom), [zoomTo]);
  const zoomOut = useCallback(() => zoomTo((current) => steps.findLast((step) => step < current) ?? 1), [zoomTo]);

  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const { x, y, left, top } = fixed.current;
    element.scrollTo({ left: element.scrollWidth * x - left, top: element.scrollHeight * y - top });
  }, [zoom]);

  const rotate = useCallback(() => {
    setZoom(1);
    setTurns((current) => (current + 1) % 4);
  }, []);

  useInputs(area, { zoomTo, zoomIn, zoomOut, rotate });

  const fit = useCallback(() => {
    const element = area.current;
    const image = element?.querySelector('img');
    if (!element || !image || image.naturalWidth === 0) return;
    const [width, height] = isTurned
      ? [image.naturalHeight, image.naturalWidth]
      : [image.naturalWidth, image.naturalHeight];
    const scale = Math.min(element.clientWidth / width, element.clientHeight / height, 1);
    const sizeOf = (pixels: number): number => Math.max(1, Math.floor(pixels * scale));
    setFitSize({ width: sizeOf(width), height: sizeOf(height), scale });
  }, [isTurned]);
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
        className={`flex min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto overscroll-contain ${isZoomed ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in overflow-hidden!'}`}
        onDoubleClick={(event) => (isZoomed ? setZoom(1) : zoomTo(() => 2.5, event))}
        onPointerMove={isZoomed ? drag : undefined}
      >
        <div
          ref={frame}
          className={`relative m-auto shrink-0 overflow-hidden ${fitSize === undefined ? 'invisible size-full' : ''}`}
          style={fitSize && { width: fitSize.width * zoom, height: fitSize.height * zoom }}
        >
          <img
            src={url}
            alt={shownName(item.name)}
            draggable={false}
            className="absolute top-1/2 left-1/2 block max-w-none select-none"
            style={fitSize && turnedStyle(fitSize, zoom, turns)}
            onLoad={fit}
            onError={onError}
          />
        </div>
      </div>
      <ZoomControls
        zoom={zoom}
        scale={fitSize?.scale}
        onOut={zoomOut}
        onIn={zoomIn}
        onReset={() => setZoom(1)}
        onRotate={rotate}
      />
    </div>
  );
}

interface ZoomControlsProps {
  readonly zoom: number;
  /** Size of the image that fits, as a share of its own. */
  readonly scale: number | undefined;
  readonly onOut: () => void;
  readonly onIn: () => void;
  readonly onReset: () => void;
  readonly onRotate: () => void;
}

function ZoomControls({ zoom, scale, onOut, onIn, onReset, onRotate }: ZoomControlsProps) {
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
        {scale !== undefined && percent(scale * zoom)}
      </span>
      <IconButton
        type="button"
        label={viewer.zoomIn}
        icon={<ZoomIn size={20} />}
        className="rounded-full!"
        aria-disabled={zoom >= mostZoom}
        onClick={onIn}
      />
      <IconButton
        type="button"
        label={viewer.rotate}
        icon={<RotateCw size={20} />}
        className="rounded-full!"
        onClick={onRotate}
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

interface Inputs {
  readonly zoomTo: ZoomTo;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly rotate: () => void;
}

/** Keys, wheel and fingers. */
function useInputs(area: RefObject<HTMLElement | null>, { zoomTo, zoomIn, zoomOut, rotate }: Inputs): void {
  useEffect(() => {
    const element = area.current;
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || isTyping(event)) return;
      if (key === '+' || key === '=') zoomIn();
      else if (key === '-') zoomOut();
      else if (key === '0') zoomTo(() => 1);
      else if (key === 'r') rotate();
    };
    // React's wheel listener could not keep the browser from zooming the page.
    const onWheel = (event: WheelEvent): void => {
      // Sideways, two fingers on a touchpad move the image.
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      zoomTo((current) => current * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event);
    };
    const stopPinch = element === null ? undefined : onPinch(element, zoomTo);
    window.addEventListener('keydown', onKey);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      window.removeEventListener('keydown', onKey);
      element?.removeEventListener('wheel', onWheel);
      stopPinch?.();
    };
  }, [area, rotate, zoomIn, zoomOut, zoomTo]);
}

/** The size of the image before it is turned, around its middle. */
function turnedStyle(fitSize: { readonly width: number; readonly height: number }, zoom: number, turns: number) {
  const [width, height] = turns % 2 === 1 ? [fitSize.height, fitSize.width] : [fitSize.width, fitSize.height];
  return { width: width * zoom, height: height * zoom, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` };
}

type ZoomTo = (next: (current: number) => number, at?: { clientX: number; clientY: number }) => void;

/** Two fingers zoom, around the point between them. Returns a function that ends this. */
function onPinch(element: HTMLElement, zoomTo: ZoomTo): () => void {
  let last: number | undefined;
  const onMove = (event: globalThis.TouchEvent): void => {
    const [a, b] = event.touches;
    if (a === undefined || b === undefined) return;
    event.preventDefault();
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const factor = last === undefined ? 1 : distance / last;
    last = distance;
    zoomTo((current) => current * factor, {
      clientX: (a.clientX + b.clientX) / 2,
      clientY: (a.clientY + b.clientY) / 2,
    });
  };
  const onEnd = ({ touches }: globalThis.TouchEvent): void => {
    if (touches.length < 2) last = undefined;
  };
  element.addEventListener('touchmove', onMove, { passive: false });
  element.addEventListener('touchend', onEnd);
  element.addEventListener('touchcancel', onEnd);
  return () => {
    element.removeEventListener('touchmove', onMove);
    element.removeEventListener('touchend', onEnd);
    element.removeEventListener('touchcancel', onEnd);
  };
}

/** A mouse moves the image; fingers scroll it without help. */
function drag({ buttons, pointerType, movementX, movementY, currentTarget }: PointerEvent<HTMLElement>): void {
  if (buttons === 1 && pointerType === 'mouse') currentTarget.scrollBy(-movementX, -movementY);
}
