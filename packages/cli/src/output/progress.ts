import type { World } from '../shell/world.ts';
import type { Output } from './output.ts';
import { drawProgress, type TransferView } from './progress-view.ts';
import { createRate, type Rate } from './rate.ts';
import { controlSequence } from './terminal.ts';
import { shorten } from './text-width.ts';

const REDRAW_MS = 100;
const ERASE_LINE = controlSequence('K');
const ERASE_BELOW = controlSequence('J');

/** One file under way. */
export interface Transfer {
  /** Bytes that are through by now, of all of the file. What was there before this run does not count as speed. */
  moved(doneBytes: number, options?: { resumed?: boolean }): void;
  done(): void;
  /** It will not be finished: its bytes no longer count. */
  dropped(): void;
}

/** How far many files are, shown at the foot of the terminal; on anything else it shows nothing. */
export interface Progress {
  /** What is done before the first transfer. */
  prepare(what: string): void;
  expect(files: number, bytes: number): void;
  /** Files that need no transfer. */
  skip(files: number, bytes: number): void;
  start(name: string, totalBytes: number): Transfer;
  /** Takes the display away. */
  stop(): void;
}

interface MutableTransfer extends TransferView {
  doneBytes: number;
}

export function createProgress(world: Pick<World, 'stderr' | 'now'>, output: Output): Progress {
  const { stderr } = world;
  // Begun with the first transfer: what went before was no slowness of the network.
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
      // Over what stood there, line by line: clearing first would flicker.
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
    stop() {
      clearInterval(timer);
      timer = undefined;
      footer.hide();
      output.setFooter(undefined);
    },
  };
}
