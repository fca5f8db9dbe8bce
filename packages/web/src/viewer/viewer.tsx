import { Dialog } from '@base-ui/react/dialog';
import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  type TouchEvent,
} from 'react';
import ChevronLeft from 'virtual:lucide/chevron-left';
import ChevronRight from 'virtual:lucide/chevron-right';
import Download from 'virtual:lucide/download';
import Info from 'virtual:lucide/info';
import Link2 from 'virtual:lucide/link';
import Pause from 'virtual:lucide/pause';
import Play from 'virtual:lucide/play';
import Share2 from 'virtual:lucide/share-2';
import X from 'virtual:lucide/x';
import { itemQuery } from '../api/content.ts';
import { mayUse } from '../api/rights.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { CutName } from '../ui/cut-name.tsx';
import { useTitle } from '../ui/use-title.ts';
import { PreviewError } from './preview-states.tsx';
import { Preview } from './preview.tsx';

export interface ViewerState {
  /** Id of the file in the address; undefined: the viewer is closed. */
  readonly id: string | undefined;
  /** The file, if the list has it. */
  readonly item: Item | undefined;
  /** Files of the list around it. */
  readonly near: readonly Item[];
  /** The place among the files of a list that is loaded completely. */
  readonly place: { readonly number: number; readonly total: number } | undefined;
  open(item: Item): void;
  /** Shows the next file of the list (1) or the previous one (-1); undefined: there is none. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  close(): void;
}

interface ViewerProps {
  readonly viewer: ViewerState & { readonly id: string };
  readonly actions: {
    download(items: readonly Item[]): void;
    copyLink(item: Item): void;
    share(items: readonly Item[]): void;
  };
  /** The panel with facts about the file. */
  readonly details: (item: Item, onClose: () => void) => ReactNode;
  /** Dialogs that belong above it. */
  readonly children?: ReactNode;
}

/** Shows one file over the list, which stays as it is below. */
export default function Viewer({ viewer, actions, details, children }: ViewerProps) {
  const { app, viewer: texts } = useMessages();
  const { size } = useFormats();
  const [showsDetails, setShowsDetails] = useState(false);
  const known = viewer.item;
  const asked = useQuery({ ...itemQuery(viewer.id), enabled: known === undefined });
  const item = useKept(known ?? asked.data, viewer.id);
  const swipe = useSwipe(viewer);
  const slideshow = useSlideshow(viewer, item);
  useTitle(item?.name ?? '…');

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isWithin(event)) return;
    const isPlayer = (event.target as Element).closest('video, audio, input, textarea, [data-pans]') !== null;
    if (event.defaultPrevented || isPlayer || event.altKey || event.ctrlKey || event.metaKey) return;
    const isRtl = isFromRight();
    if (event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) viewer.previous?.();
    else if (event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) viewer.next?.();
    else if (event.key === 'i') setShowsDetails(!showsDetails);
    else if (event.key === 's') slideshow?.toggle();
    else scrollPreview(event);
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && viewer.close()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-modal=""
          className="fixed inset-0 z-40 flex flex-col bg-page text-text outline-none"
          onKeyDown={onKeyDown}
          {...swipe}
        >
          <header className="flex min-h-16 items-center gap-1 border-b border-line bg-card px-2 sm:gap-2 sm:px-3">
            <Dialog.Close render={<IconButton label={app.close} icon={<X size={22} />} />} />
            <div className="min-w-0 flex-1 px-1">
              <Dialog.Title className="truncate text-base leading-snug font-semibold" dir="auto">
                {item === undefined ? ' ' : <CutName name={item.name} />}
              </Dialog.Title>
              <p className="truncate text-small text-muted" role="status">
                {viewer.place !== undefined && viewer.place.total > 1 && (
                  <>{texts.place({ number: viewer.place.number, total: viewer.place.total })} · </>
                )}
                {item?.size !== undefined && item.size !== null && size(item.size)}
              </p>
            </div>
            {item !== undefined && (
              <ItemButtons
                item={item}
                actions={actions}
                slideshow={slideshow}
                showsDetails={showsDetails}
                onDetails={() => setShowsDetails(!showsDetails)}
              />
            )}
          </header>
          <div className="flex min-h-0 flex-1">
            <div data-preview="" className="group relative flex min-h-0 min-w-0 flex-1">
              {item === undefined ? (
                asked.error === null ? null : (
                  <PreviewError error={asked.error} onRetry={() => void asked.refetch()} />
                )
              ) : (
                <Preview key={item.id} item={item} near={viewer.near} onDownload={() => actions.download([item])} />
              )}
              <Step
                side="start"
                label={texts.previous}
                icon={<ChevronLeft size={26} className="rtl:-scale-x-100" />}
                onClick={viewer.previous}
              />
              <Step
                side="end"
                label={texts.next}
                icon={<ChevronRight size={26} className="rtl:-scale-x-100" />}
                onClick={viewer.next}
              />
            </div>
            {showsDetails && item !== undefined && details(item, () => setShowsDetails(false))}
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The file as it was last known: one that somebody else deletes meanwhile stays in view, with what is typed into it. */
function useKept(item: Item | undefined, id: string): Item | undefined {
  const [kept, setKept] = useState(item);
  if (item !== undefined && item !== kept) setKept(item);
  return item ?? (kept?.id === id ? kept : undefined);
}

interface ItemButtonsProps extends Pick<ViewerProps, 'actions'> {
  readonly item: Item;
  readonly slideshow: Slideshow | undefined;
  readonly showsDetails: boolean;
  readonly onDetails: () => void;
}

/** What can be done with the shown file. */
function ItemButtons({ item, actions, slideshow, showsDetails, onDetails }: ItemButtonsProps) {
  const { viewer: texts, actions: labels, list } = useMessages();
  return (
    <>
      {slideshow !== undefined && (
        <IconButton
          type="button"
          label={slideshow.isPlaying ? texts.pause : texts.play}
          icon={slideshow.isPlaying ? <Pause size={20} /> : <Play size={20} />}
          onClick={slideshow.toggle}
        />
      )}
      {mayUse(item, 'share', undefined) && (
        <>
          <IconButton
            type="button"
            label={labels.copyLink}
            icon={<Link2 size={20} />}
            className="max-sm:hidden"
            onClick={() => actions.copyLink(item)}
          />
          <IconButton
            type="button"
            label={labels.share}
            icon={<Share2 size={20} />}
            onClick={() => actions.share([item])}
          />
        </>
      )}
      <IconButton
        type="button"
        label={list.details}
        aria-pressed={showsDetails}
        icon={<Info size={20} />}
        className={showsDetails ? 'bg-accent-page text-accent!' : ''}
        onClick={onDetails}
      />
      <IconButton
        type="button"
        label={labels.download}
        icon={<Download size={20} />}
        className="bg-accent text-accent-text! hover:bg-accent-strong!"
        onClick={() => actions.download([item])}
      />
    </>
  );
}

interface StepProps {
  readonly side: 'start' | 'end';
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: (() => void) | undefined;
}

/** A button at the edge of the preview. It keeps the focus at the end of the list, where there is nothing left to show. */
function Step({ side, label, icon, onClick }: StepProps) {
  const { hadFiles } = useHadFiles(onClick !== undefined);
  if (!hadFiles) return null;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={onClick === undefined}
      className={`absolute bottom-4 z-10 grid size-12 group-has-data-editor:hidden place-items-center sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 rounded-full border border-line bg-card/90 text-text shadow-card transition-opacity hover:bg-card aria-disabled:opacity-0 ${side === 'start' ? 'start-2 sm:start-4' : 'end-2 sm:end-4'}`}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}

function useHadFiles(hasFiles: boolean): { readonly hadFiles: boolean } {
  const [hadFiles, setHadFiles] = useState(hasFiles);
  if (hasFiles && !hadFiles) setHadFiles(true);
  return { hadFiles };
}

interface Slideshow {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
}

/** Time for which a slideshow shows each file. */
const slideMs = 5000;

/** Whether the user types something, or answers a dialog of the viewer: another file would throw that away. */
const isBusy = (): boolean =>
  document.activeElement?.matches('input, textarea, select') === true ||
  // The editor has its field in a shadow root.
  (document.activeElement?.shadowRoot ?? null) !== null ||
  document.querySelector('[data-nested-dialog-open]') !== null;

/** The slideshow of the files from an image on, which ends with the last one; undefined if there is nothing to follow. */
function useSlideshow({ next }: ViewerState, item: Item | undefined): Slideshow | undefined {
  const [isPlaying, setIsPlaying] = useState(false);
  const goOn = useRef(next);
  useEffect(() => {
    goOn.current = next;
  });
  const id = item?.id;
  useEffect(() => {
    if (!isPlaying || id === undefined) return;
    const timer = setTimeout(() => {
      if (goOn.current === undefined || isBusy()) setIsPlaying(false);
      else goOn.current();
    }, slideMs);
    return () => clearTimeout(timer);
  }, [id, isPlaying]);
  if (!isPlaying && (item?.contentKind !== 'image' || next === undefined)) return undefined;
  return { isPlaying, toggle: () => setIsPlaying(!isPlaying) };
}

const isFromRight = (): boolean => document.documentElement.dir === 'rtl';

/** Whether an event comes from the viewer itself, and not from a dialog above it, of which React tells it as well. */
const isWithin = ({ currentTarget, target }: SyntheticEvent): boolean => currentTarget.contains(target as Element);

/** Keys that scroll, and by how many heights of what they scroll. */
const scrollKeys: Readonly<Record<string, number>> = {
  ArrowDown: 0.1,
  ArrowUp: -0.1,
  PageDown: 0.9,
  PageUp: -0.9,
  End: 1e6,
  Home: -1e6,
};

/** Scrolls what is shown while a button of the viewer has the focus: the browser scrolls only what is around the focus. */
function scrollPreview({ key, currentTarget, target }: KeyboardEvent): void {
  const preview = currentTarget.querySelector('[data-preview] [role=region]');
  const heights = scrollKeys[key];
  if (preview === null || heights === undefined || (target as Element).closest('[role=region], aside') !== null) return;
  preview.scrollBy({ top: heights * preview.clientHeight });
}

/** Whether a finger at a place scrolls something there sideways, such as a wide table. */
function scrollsSideways({ currentTarget, target }: SyntheticEvent): boolean {
  for (let each: Element | null = target as Element; each !== null && each !== currentTarget; each = each.parentElement)
    if (each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  return false;
}

/** Shortest movement of a finger, in pixels, that is a swipe. */
const swipePixels = 60;

/** Swiping changes the file, except where a finger scrolls or moves something else. */
function useSwipe({ next, previous }: ViewerState) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  useEffect(() => {
    // Otherwise, browsers take a finger that scrolls nothing to go back in the history.
    const { style } = document.documentElement;
    style.overscrollBehaviorX = 'none';
    return () => void (style.overscrollBehaviorX = '');
  }, []);
  return {
    onTouchStart: (event: TouchEvent): void => {
      const { touches, target } = event;
      const touch = touches.item(0);
      const pans = (target as Element).closest('[data-pans], audio, video') !== null;
      const isFree = touches.length === 1 && isWithin(event) && !pans && !scrollsSideways(event);
      start.current = isFree && touch !== null ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches.item(0);
      if (start.current === undefined || touch === null) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(x) < swipePixels || Math.abs(x) < 2 * Math.abs(y)) return;
      if (x < 0 !== isFromRight()) next?.();
      else previous?.();
    },
  };
}
