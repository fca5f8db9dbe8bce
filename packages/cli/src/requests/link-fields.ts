import { formatTime } from '../output/format.ts';
import { printable } from '../output/terminal.ts';
import { padEnd } from '../output/text-width.ts';

const LABEL_COLUMNS = 12;

/** A file request or a proofing. */
interface OwnLink extends ProtectedLink {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly message: string | null;
  readonly createdAt: string;
}

interface ProtectedLink {
  readonly expiresAt: string | null;
  readonly passwordProtected: boolean;
}

/** `expired`, `link` or `link, password`. */
export function accessOf({ expiresAt, passwordProtected }: ProtectedLink, now: number): string {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired';
  return passwordProtected ? 'link, password' : 'link';
}

export const expiryOf = ({ expiresAt }: Pick<ProtectedLink, 'expiresAt'>): string =>
  expiresAt === null ? 'never' : formatTime(expiresAt);

export type Facts = readonly (readonly [label: string, value: string | null])[];

/** The first lines of `show`, the same for every kind of link. */
export const linkFacts = (link: OwnLink, now: number): Facts => [
  ['name', link.name],
  ['link', link.url],
  ['id', link.id],
  ['message', link.message],
  ['access', accessOf(link, now)],
  ['created', formatTime(link.createdAt)],
  ['expires', expiryOf(link)],
];

/** One line for each fact whose value is not null. */
export const describeFacts = (facts: Facts): string[] =>
  facts.flatMap(([label, value]) => (value === null ? [] : [padEnd(label, LABEL_COLUMNS) + printable(value)]));

/** `Ada <ada@example.com>`, or the known part. */
export const describePerson = (name: string | null, email: string | null): string =>
  printable([name, email && `<${email}>`].filter(Boolean).join(' ') || 'somebody');
