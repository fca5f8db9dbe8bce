import { secondMs } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** How the bytes behind an address are sent: to be saved, to be looked at, or the thumbnail in their place. */
export type AddressKind = 'attachment' | 'inline' | 'preview';

/** The link through which a signed URL was handed out. The URL ends with the link, and with the link's password. */
export interface AddressOrigin {
  readonly kind: 'share' | 'proofing';
  /** shares.row_id or proofings.row_id */
  readonly rowId: number;
  /** The link's `password_version` at that time. */
  readonly passwordVersion: number;
}

/** What a signed address says: nothing else decides what it opens. */
export interface Address {
  readonly kind: AddressKind;
  readonly fileId: string;
  /** null: handed to the owner. */
  readonly origin: AddressOrigin | null;
  /** share_recipients.row_id of whom it was handed to through a personal link. */
  readonly recipientRowId: number | null;
  /** Epoch milliseconds, whole seconds. */
  readonly expiresAt: number;
  /** Tells this address from every other of the same file; empty where that doesn't matter. */
  readonly nonce: string;
}

const letters: Record<AddressKind, string> = { attachment: 'a', inline: 'i', preview: 'p' };
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as AddressKind]));

/** Dots between the parts; none of them can hold one. */
export function writeAddress(secrets: Secrets, address: Address): string {
  const text = [
    address.fileId.replaceAll('-', ''),
    writeOrigin(address.origin),
    (address.recipientRowId ?? 0).toString(36),
    letters[address.kind],
    Math.floor(address.expiresAt / secondMs).toString(36),
    address.nonce,
  ].join('.');
  return `${text}.${secrets.sign('download-url', text)}`;
}

/** undefined where it is not one of ours. */
export function readAddress(secrets: Secrets, token: string): Address | undefined {
  const end = token.lastIndexOf('.');
  const text = token.slice(0, end);
  if (end === -1 || !secrets.verify('download-url', text, token.slice(end + 1))) return undefined;
  const [id = '', origin = '', recipient = '', letter = '', expiry = '', nonce = ''] = text.split('.');
  const kind = kinds.get(letter);
  if (kind === undefined) return undefined;
  return {
    kind,
    fileId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    origin: readOrigin(origin),
    recipientRowId: rowIdOf(recipient),
    expiresAt: Number.parseInt(expiry, 36) * secondMs,
    nonce,
  };
}

/** `0`, or the row id with `~` before that of a proofing and the password's version behind it, unless that is 0. */
function writeOrigin(origin: AddressOrigin | null): string {
  if (origin === null) return '0';
  const version = origin.passwordVersion === 0 ? '' : `-${origin.passwordVersion.toString(36)}`;
  return `${origin.kind === 'proofing' ? '~' : ''}${origin.rowId.toString(36)}${version}`;
}

function readOrigin(text: string): AddressOrigin | null {
  const kind = text.startsWith('~') ? 'proofing' : 'share';
  const [row = '', version = '0'] = text.replace('~', '').split('-');
  const rowId = rowIdOf(row);
  return rowId === null ? null : { kind, rowId, passwordVersion: Number.parseInt(version, 36) };
}

const rowIdOf = (text: string): number | null => {
  const rowId = Number.parseInt(text, 36);
  return rowId === 0 ? null : rowId;
};
