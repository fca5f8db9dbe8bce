import { formatBytes, formatDuration } from './format.ts';
import { printable } from './terminal.ts';
import { padEnd, padStart, shorten } from './text-width.ts';

export interface TransferView {
  readonly name: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ProgressView {
  readonly doneFiles: number;
  readonly totalFiles: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Current transfers, oldest first. */
  readonly transfers: readonly TransferView[];
}

/** Smaller files are too fast for a separate line. */
const OWN_LINE_BYTES = 4 * 1024 * 1024;
const OWN_LINES = 5;
const BAR_COLUMNS = 14;
const NAME_COLUMNS = 26;
/** Share, bytes, speed and time left at their longest, with the blanks between. */
const FIGURE_COLUMNS = 54;

/** The lines of a progress display, none wider than the terminal. */
export function drawProgress(view: ProgressView, columns: number): string[] {
  const width = Math.max(20, columns - 1);
  if (view.totalFiles === 1) return [drawSingle(view, width)];
  const large = view.transfers.filter(({ totalBytes }) => totalBytes >= OWN_LINE_BYTES);
  return [...large.slice(0, OWN_LINES).map((transfer) => drawTransfer(transfer, width)), drawTotal(view, width)];
}

/** `sea.mp4  ━━━━━━────  45 %  1.2 of 2.6 GiB  118 MiB/s  25 s left` */
function drawSingle(view: ProgressView, width: number): string {
  const name = view.transfers[0]?.name ?? '';
  return fit([amount(view), speed(view), timeLeft(view)], name, fraction(view), width);
}

function drawTransfer(transfer: TransferView, width: number): string {
  return fit([amount(transfer)], `  ${transfer.name}`, fraction(transfer), width);
}

function drawTotal(view: ProgressView, width: number): string {
  const files = `${Math.min(view.doneFiles, view.totalFiles)} of ${view.totalFiles} files`;
  return fit([amount(view), speed(view), timeLeft(view)], files, fraction(view), width);
}

/** The name in a column of constant width, then as many of the figures as fit, and the bar if there is room. */
function fit(figures: readonly string[], name: string, share: number, width: number): string {
  const nameColumns = Math.max(10, Math.min(NAME_COLUMNS, Math.floor(width * 0.3)));
  const percent = `${padStart(String(Math.floor(share * 100)), 3)} %`;
  const parts = [percent];
  let used = nameColumns + 2 + percent.length;
  for (const figure of figures.filter((text) => text !== '')) {
    if (used + 2 + figure.length > width) break;
    parts.push(figure);
    used += 2 + figure.length;
  }
  // The bar depends on the width of the terminal only: it must not flicker with the length of a figure.
  if (width >= nameColumns + 2 + BAR_COLUMNS + 2 + FIGURE_COLUMNS) parts.unshift(bar(share));
  return [padEnd(shorten(printable(name), nameColumns), nameColumns), ...parts].join('  ');
}

function bar(share: number): string {
  const full = Math.round(share * BAR_COLUMNS);
  return '━'.repeat(full) + '─'.repeat(BAR_COLUMNS - full);
}

function fraction({ doneBytes, totalBytes }: { doneBytes: number; totalBytes: number }): number {
  return totalBytes <= 0 ? 0 : Math.min(1, doneBytes / totalBytes);
}

function amount({ doneBytes, totalBytes }: { doneBytes: number; totalBytes: number }): string {
  const done = formatBytes(Math.min(doneBytes, totalBytes));
  const total = formatBytes(totalBytes);
  // The unit is written once if both have the same.
  const [value, unit] = done.split(' ');
  return total.endsWith(` ${unit}`) ? `${value} of ${total}` : `${done} of ${total}`;
}

const speed = ({ bytesPerSecond }: ProgressView): string =>
  bytesPerSecond >= 1 ? `${formatBytes(bytesPerSecond)}/s` : '';

function timeLeft(view: ProgressView): string {
  const left = view.totalBytes - view.doneBytes;
  return view.bytesPerSecond >= 1 && left > 0
    ? `${formatDuration(Math.max(1000, (left / view.bytesPerSecond) * 1000))} left`
    : '';
}
