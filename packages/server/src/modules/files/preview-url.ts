import { dayMs, type Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { writeAddress, type AddressOrigin } from './address.ts';

export interface PreviewUrlDeps {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

/**
 * The signed URL of an item's thumbnail. Within a period it is always the same, so that browsers can cache the thumbnail; it
 * expires after one to two periods.
 */
export function previewUrl(
  { secrets, clock, config }: PreviewUrlDeps,
  fileId: string,
  origin: AddressOrigin | null,
  periodMs: number = dayMs,
): string {
  const expiresAt = (Math.floor(clock.now() / periodMs) + 2) * periodMs;
  const token = writeAddress(secrets, {
    kind: 'preview',
    fileId,
    origin,
    recipientRowId: null,
    expiresAt,
    nonce: '',
  });
  return `${config.baseUrl}/files/previews/${token}`;
}

/** More than an image of 512 × 512 pixels takes. */
const reducedFromBytes = 1024 * 1024;

/** Whether a thumbnail may show all of a file. Thumbnails are not counted, so a share with `maxDownloads` has none of it. */
export const isCopiedByThumbnail = (sizeBytes: number): boolean => sizeBytes <= reducedFromBytes;
