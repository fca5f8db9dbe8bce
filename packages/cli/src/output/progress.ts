import type { World } from '../shell/world.ts';
import { formatBytes } from './format.ts';
import type { Output } from './output.ts';
import { drawProgress, type TransferView } from './progress-view.ts';
import { createRate, type Rate } from './rate.ts';
import { controlSequence } from './terminal.ts';
import { shorten } from './text-width.ts';

const REDRAW_MS = 100;
const ERASE_LINE = controlSequence('K');
const ERASE_BELOW = controlSequence('J');

/** One file in progress. */
export interface Transfer {
  /** Bytes of the file that are complete. Resumed bytes do not count in the speed. */
  moved(doneBytes: number, options?: { resumed?: boolean }): void;
  done(): void;
  /** The transfer was cancelled: its bytes no longer count. */
  dropped(): void;
}

/** How far many files are, shown at the foot of the terminal; on anything else it shows nothing. */
export interface Progress {
  /** The activity before the first transfer. */
  prepare(what: string): void;
  expect(files: number, bytes: number): void;
  /** Files that need no transfer. */
  skip(files: number, bytes: number): void;
  start(name: string, totalBytes: number): Transfer;
  /** Takes the display away. */
  stop(): void;
  counts(): { readonly doneFiles: number; readonly totalFiles: number; readonly partial: readonly PartialTransfer[] };
}

/** A transfer that has not ended. */
export interface PartialTransfer {
  readonly name: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** What was transferred of files that are not complete, as the end of a sentence; empty if it is nothing. */
export function formatPartial(all: readonly PartialTransfer[]): string {
  const [first, ...others] = all.filter(({ doneBytes }) => doneBytes > 0);
  if (first === undefined) return '';
  const sum = (key: 'doneBytes' | 'totalBytes'): string =>
    formatBytes(others.reduce((bytes, one) => bytes + one[key], first[key]));
  const what = others.length === 0 ? first.name : `${others.length + 1} others`;
  return `, and ${sum('doneBytes')} of the ${sum('totalBytes')} of ${what}`;
}

interface MutableTransfer extends TransferView {
  doneBytes: number;
}

export function createProgress(world: Pick<World, 'stderr' | 'now'>, output: Output): Progress {
  const { stderr } = world;
  // Starts with the first transfer: time before it is no network speed.
  let rate: Rate | undefined;
  const transfers = new Set<MutableTransfer>();
  let doneFiles = 0;
  let totalFiles = 0;
  let doneBytes = 0;
  let totalBytes = 0;
  let linesShown = 0;
  let timer: NodeJS.Timeout | undefined;
  let preparing: string | undefined;

  const draw = (columns: number): string[] => {
    if (preparing !== undefined) return [shorten(preparing, columns - 1)];
    const bytesPerSecond = rate?.perSecond() ?? 0;
    return drawProgress(
      { doneFiles, totalFiles, doneBytes, totalBytes, bytesPerSecond, transfers: [...transfers] },
      columns,
    );
  };

  const footer = {
    hide() {
      if (linesShown > 0) stderr.write(controlSequence(`${linesShown}F`) + ERASE_BELOW);
      linesShown = 0;
    },
    show() {
      if (timer === undefined) return;
      const lines = draw(stderr.columns || 80);
      // Overwrites line by line: clearing first would flicker.
      const up = linesShown > 0 ? controlSequence(`${linesShown}F`) : '';
      stderr.write(`${up}${lines.map((line) => `${line}${ERASE_LINE}\n`).join('')}${ERASE_BELOW}`);
      linesShown = lines.length;
    },
  };

  function begin(): void {
    if (timer !== undefined || !output.animated) return;
    timer = setInterval(() => footer.show(), REDRAW_MS);
    timer.unref();
    output.setFooter(footer);
  }

  return {
    prepare(what) {
      preparing = what;
      begin();
    },
    expect(files, bytes) {
      totalFiles += files;
      totalBytes += bytes;
    },
    skip(files, bytes) {
      doneFiles += files;
      doneBytes += bytes;
    },
    start(name, size) {
      preparing = undefined;
      rate ??= createRate(() => world.now());
      begin();
      const transfer: MutableTransfer = { name, doneBytes: 0, totalBytes: size };
      transfers.add(transfer);
      return {
        moved(now, { resumed = false } = {}) {
          const step = now - transfer.doneBytes;
          transfer.doneBytes = now;
          doneBytes += step;
          // A retry starts over: that is not negative speed.
          if (!resumed && step > 0) rate?.add(step);
        },
        done() {
          if (!transfers.delete(transfer)) return;
          this.moved(size);
          doneFiles++;
        },
        dropped() {
          if (!transfers.delete(transfer)) return;
          doneBytes -= transfer.doneBytes;
          totalBytes -= size;
          totalFiles--;
        },
      };
    },
    counts: () => ({ doneFiles, totalFiles, partial: [...transfers] }),
    stop() {
      clearInterval(timer);
      timer = undefined;
      footer.hide();
      output.setFooter(undefined);
    },
  };
}
