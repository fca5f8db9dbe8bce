import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import X from 'virtual:lucide/x';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { InterruptedUploads } from './interrupted/interrupted-uploads.tsx';
import { UploadRow, uploadRowHeight } from './upload-row.tsx';
import { uploads, useUploads } from './uploads.ts';

const panelClass =
  'fixed end-0 bottom-14 z-30 flex w-full flex-col overflow-hidden border border-line bg-card shadow-pop max-md:rounded-t-2xl md:end-5 md:bottom-5 md:w-104 md:rounded-2xl';

/** All uploads of this page with their progress; part of the frame, so that it stays on every screen. */
export default function UploadPanel() {
  const view = useUploads();
  const { uploads: texts, app } = useMessages();
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(true);
  const panel = useRef<HTMLElement>(null);
  useReservedHeight(panel);
  const { unfinished, done, failed, sentBytes, totalBytes, bytesPerSecond } = view;
  const isAtWork = unfinished > 0;
  // One line says enough when all is done; a failure asks for something.
  const isOver = !isAtWork && failed === 0 && done > 0;
  useEffect(() => setIsOpen(!isOver), [isOver]);
  if (view.uploads.length === 0) return <InterruptedUploads panel={panel} className={panelClass} />;

  const total = view.uploads.length;
  const title = isAtWork
    ? texts.progress({ done, total })
    : failed > 0
      ? texts.withFailures({ done, failed })
      : texts.allDone({ count: done });
  const isPaused = isAtWork && view.uploads.every(({ state }) => !['uploading', 'waiting', 'checking'].includes(state));
  const secondsLeft = bytesPerSecond > 0 && !isPaused ? (totalBytes - sentBytes) / bytesPerSecond : undefined;
  const facts = [
    totalBytes > 0 && formats.percent(sentBytes / totalBytes),
    bytesPerSecond > 0 && !isPaused && texts.speed({ speed: formats.size(Math.round(bytesPerSecond)) }),
    secondsLeft !== undefined && texts.left({ duration: formats.duration(secondsLeft) }),
  ].filter((fact) => fact !== false);

  return (
    <section ref={panel} aria-label={texts.title} className={panelClass}>
      <div className="flex items-center gap-1 py-1 pe-1 ps-4">
        <div className="min-w-0 flex-1">
          {/* Speaks when a file is done, not at every percent. */}
          <h2 role="status" className="truncate text-body font-semibold">
            {title}
          </h2>
          {isAtWork && <p className="truncate text-small text-muted tabular-nums">{facts.join(' · ')}</p>}
        </div>
        <IconButton
          type="button"
          label={isOpen ? texts.collapse : texts.expand}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDown size={20} /> : <ChevronUp size={20} />}
          onClick={() => setIsOpen(!isOpen)}
        />
        {!isAtWork && <IconButton type="button" label={app.close} icon={<X size={20} />} onClick={uploads.clear} />}
      </div>
      {isAtWork && (
        <div className="px-4 pb-1">
          <Progress label={texts.total} value={totalBytes === 0 ? 0 : sentBytes / totalBytes} />
        </div>
      )}
      {isOpen && (
        <>
          <div className="flex flex-wrap px-2 text-sm font-semibold text-accent">
            {isAtWork && (
              <>
                <PanelButton onClick={isPaused ? uploads.resumeAll : uploads.pauseAll}>
                  {isPaused ? texts.resumeAll : texts.pauseAll}
                </PanelButton>
                <PanelButton onClick={uploads.cancelAll}>{texts.cancelAll}</PanelButton>
              </>
            )}
            {failed > 0 && <PanelButton onClick={uploads.retryFailed}>{texts.retryAll}</PanelButton>}
          </div>
          <UploadRows />
        </>
      )}
    </section>
  );
}

const PanelButton = ({ onClick, children }: { readonly onClick: () => void; readonly children: string }) => (
  <button type="button" className="min-h-11 rounded-lg px-2 hover:bg-page" onClick={onClick}>
    {children}
  </button>
);

/** Tells the lists how much of their end the panel covers, so that they end above it, and notices keep clear of it. */
function useReservedHeight(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) return;
    const { style } = document.documentElement;
    const reserve = (): void => {
      style.setProperty('--covered', `${current.offsetHeight + 24}px`);
      style.setProperty('--covered-end', `${current.offsetWidth + 24}px`);
    };
    const observer = new ResizeObserver(reserve);
    observer.observe(current);
    reserve();
    return () => {
      observer.disconnect();
      style.removeProperty('--covered');
      style.removeProperty('--covered-end');
    };
  });
}

function UploadRows() {
  const view = useUploads();
  // Those that need the user come first.
  const rows = useMemo(
    () => view.uploads.toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed')),
    [view.uploads],
  );
  const container = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => container.current,
    estimateSize: () => uploadRowHeight,
    overscan: 4,
  });
  return (
    <div ref={container} className="max-h-72 overflow-y-auto border-t border-line max-md:max-h-48">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const upload = rows[index];
          return (
            upload !== undefined && <UploadRow key={key} upload={upload} offset={start} isStalled={view.isStalled} />
          );
        })}
      </ul>
    </div>
  );
}
