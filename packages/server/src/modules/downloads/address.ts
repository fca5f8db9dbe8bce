import { secondMs } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** What a signed address says: nothing else decides what it opens. */
export interface Address {
  readonly fileId: string;
  /** shares.row_id of the share it was handed out by; null: handed to the owner. */
  readonly shareRowId: number | null;
  /** To be looked at in a browser rather than saved. */
  readonly inline: boolean;
  /** Epoch milliseconds, whole seconds. */
  readonly expiresAt: number;
  /** Tells this address from every other of the same file. */
  readonly nonce: string;
}

/** Dots between the parts; none of them can hold one. */
export function writeAddress(secrets: Secrets, address: Address): string {
  const text = [
    address.fileId.replaceAll('-', ''),
    (address.shareRowId ?? 0).toString(36),
    address.inline ? 'i' : 'a',
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
  const [id = '', share = '', disposition, expiry = '', nonce = ''] = text.split('.');
  const shareRowId = Number.parseInt(share, 36);
  return {
    fileId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    shareRowId: shareRowId === 0 ? null : shareRowId,
    inline: disposition === 'i',
    expiresAt: Number.parseInt(expiry, 36) * secondMs,
    nonce,
  };
}
