import { startsBand } from '../actions/item-drag.ts';

/** A rectangle in the coordinates of the content that is scrolled. */
export interface Band {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface RubberBandDeps {
  /** A rectangle is being drawn. `isAdded`: in addition to what was selected when it began. */
  onDraw(band: Band, isAdded: boolean): void;
  onBegin(): void;
  /** The user clicked where no item is. */
  onClickBeside(): void;
}

/** A click moves the mouse less far. */
const leastPx = 5;
/** The content scrolls while the mouse is this close to its edge. */
const edgePx = 32;

/**
 * Selects by a rectangle that the user draws with the mouse. It may begin beside the items, or in a row beside its name.
 * `container` is the element that scrolls; it has `position: relative`.
 */
export function attachRubberBand(container: HTMLElement, deps: RubberBandDeps): () => void {
  let stop: (() => void) | undefined;
  const begin = (event: PointerEvent): void => {
    const { target } = event;
    if (event.button !== 0 || event.pointerType !== 'mouse' || !(target instanceof Element) || !startsBand(target))
      return;
    // The scroll bar.
    if (event.clientX >= container.getBoundingClientRect().left + container.clientWidth) return;
    stop?.();
    stop = follow(container, event, deps);
  };
  container.addEventListener('pointerdown', begin);
  return () => {
    stop?.();
    container.removeEventListener('pointerdown', begin);
  };
}

function follow(container: HTMLElement, first: PointerEvent, deps: RubberBandDeps): () => void {
  const isAdded = first.ctrlKey || first.metaKey || first.shiftKey;
  const isBeside = first.target instanceof Element && first.target.closest('[role=row], [data-index]') === null;
  const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const view = container.getBoundingClientRect();
    return { x: clientX - view.left, y: clientY - view.top + container.scrollTop };
  };
  const origin = placeOf(first);
  let pointer: { readonly clientX: number; readonly clientY: number } = first;
  let mark: HTMLElement | undefined;
  let frame = 0;

  const draw = (): void => {
    const { x, y } = placeOf(pointer);
    const band = {
      left: Math.max(0, Math.min(origin.x, x)),
      top: Math.max(0, Math.min(origin.y, y)),
      right: Math.min(container.clientWidth, Math.max(origin.x, x)),
      bottom: Math.min(container.scrollHeight, Math.max(origin.y, y)),
    };
    if (mark === undefined) {
      mark = document.createElement('div');
      mark.className = 'pointer-events-none absolute top-0 left-0 z-20 border border-accent bg-accent/15';
      mark.dataset['rubberBand'] = '';
      container.append(mark);
      deps.onBegin();
    }
    mark.style.transform = `translate(${band.left}px, ${band.top}px)`;
    mark.style.width = `${band.right - band.left}px`;
    mark.style.height = `${band.bottom - band.top}px`;
    deps.onDraw(band, isAdded);
  };
  const scroll = (): void => {
    const { top, bottom } = container.getBoundingClientRect();
    const by = Math.min(0, pointer.clientY - top - edgePx) + Math.max(0, pointer.clientY - bottom + edgePx);
    if (mark !== undefined && by !== 0) {
      container.scrollTop += by / 4;
      draw();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent): void => {
    pointer = event;
    const isFar = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) >= leastPx;
    if (mark !== undefined || isFar) draw();
  };
  const end = (): void => {
    const wasDrawn = mark !== undefined;
    stop();
    // The click at its end is none.
    if (wasDrawn) ignoreNextClick();
    else if (isBeside && !isAdded) deps.onClickBeside();
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    mark?.remove();
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', stop);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', stop);
  frame = requestAnimationFrame(scroll);
  return stop;
}

function ignoreNextClick(): void {
  const ignore = (event: MouseEvent): void => event.stopPropagation();
  window.addEventListener('click', ignore, { capture: true, once: true });
  // There is none if the mouse was released over another element.
  const forget = (): void => window.removeEventListener('click', ignore, { capture: true });
  window.addEventListener('pointerdown', forget, { capture: true, once: true });
}
