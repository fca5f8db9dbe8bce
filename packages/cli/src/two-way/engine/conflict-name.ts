import { cleanItemName } from '../../remote/item-name.ts';

/** Longest name in bytes: that of most file systems. */
const MOST_BYTES = 255;
const MOST_HOST_CHARACTERS = 40;

export interface ConflictNaming {
  /** Name of this computer. */
  readonly host: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The name of the copy that keeps the content of this computer: `name (conflict, HOST, 2026-11-26 14.03).ext`, in local time.
 * If it is taken, the copy gets a number, too.
 */
export function conflictName(
  name: string,
  { host, now }: ConflictNaming,
  isTaken: (name: string) => boolean = () => false,
): string {
  const [stem, extension] = splitName(name);
  const by = [...cleanItemName(host.replaceAll(/[/\\:*?"<>|()]/g, ''))].slice(0, MOST_HOST_CHARACTERS).join('');
  for (let number = 1; ; number++) {
    const note = [`conflict, ${by || 'unnamed'}, ${formatMinute(now)}`, ...(number === 1 ? [] : [number])].join(', ');
    const candidate = fit(stem, ` (${note})${extension}`);
    if (!isTaken(candidate)) return candidate;
  }
}

/** A short ending after a dot remains at the end. A name that begins with its only dot has none. */
function splitName(name: string): [stem: string, extension: string] {
  const found = /^(.+?)((?:\.tar)?\.[^.\s]{1,16})$/su.exec(name);
  return found === null ? [name, ''] : [found[1]!, found[2]!];
}

function formatMinute(now: number): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}`;
}

/** Shortens the stem so that the name fits on a disk. */
function fit(stem: string, ending: string): string {
  const characters = [...stem];
  while (characters.length > 1 && Buffer.byteLength(characters.join('') + ending) > MOST_BYTES) characters.pop();
  return characters.join('').trimEnd() + ending;
}
