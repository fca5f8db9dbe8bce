import { formatTime } from '../output/format.ts';
import { printable } from '../output/terminal.ts';
import { padEnd } from '../output/text-width.ts';

const LABEL_COLUMNS = 12;

export interface Guarded {
  readonly expiresAt: string | null;
  readonly passwordProtected: boolean;
}

/** Who gets in, in a word or two. */
export function accessOf({ expiresAt, passwordProtected }: Guarded, now: number): string {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired';
  return passwordProtected ? 'link, password' : 'link';
}

export const expiryOf = ({ expiresAt }: Pick<Guarded, 'expiresAt'>): string =>
  expiresAt === null ? 'never' : formatTime(expiresAt);

/** Facts as lines; a value of null is none. */
export const describeFacts = (facts: readonly (readonly [label: string, value: string | null])[]): string[] =>
  facts.flatMap(([label, value]) => (value === null ? [] : [padEnd(label, LABEL_COLUMNS) + printable(value)]));
