import { dayMs, type Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { writeAddress } from './address.ts';

export interface PreviewUrlDeps {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

/**
 * The address of an item's thumbnail. All of a day get the same, so that browsers keep what is behind it: it opens for one
 * to two days.
 */
export function previewUrl(
  { secrets, clock, config }: PreviewUrlDeps,
  fileId: string,
  shareRowId: number | null,
): string {
  const expiresAt = (Math.floor(clock.now() / dayMs) + 2) * dayMs;
  const token = writeAddress(secrets, {
    kind: 'preview',
    fileId,
    shareRowId,
    recipientRowId: null,
    expiresAt,
    nonce: '',
  });
  return `${config.baseUrl}/files/previews/${token}`;
}
