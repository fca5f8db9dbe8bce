import type { Ports } from '../../platform/ports/ports.ts';
import { contentTagOf, writeUrlToken, type FileRow, type LinkOrigin, type UserOrigin } from '../files/index.ts';
import { writeTransform, type ImageTransform } from './image-transform.ts';

export type SignedUrlDeps = Pick<Ports, 'baseUrl' | 'clock' | 'random' | 'secrets'> & {
  readonly config: {
    /** DRIVE_CONTENT_URL, for content that browsers display: uploads must not share an origin with pages. */
    readonly contentUrl: string | undefined;
    /** DRIVE_DOWNLOAD_URL_SECONDS. */
    readonly urlLifeMs: number;
  };
};

/** Recipient of a signed URL. */
export interface Recipient {
  readonly kind: 'attachment' | 'inline';
  readonly origin: LinkOrigin | UserOrigin;
  /** share_recipients.row_id of the recipient of a personal link. */
  readonly recipientRowId?: number | undefined;
  /** Ticket of the share: the file is a part of the download that the ticket takes. */
  readonly ticketId?: string | undefined;
  readonly transform?: ImageTransform | undefined;
}

/** Returns a new signed URL of the file's content in this row, also after its replacement. */
export type SignUrl = (file: FileRow, to: Recipient) => string;

const nonceCharacters = 16;

export const createSignUrl =
  ({ baseUrl, clock, random, secrets, config }: SignedUrlDeps): SignUrl =>
  (file, { kind, origin, recipientRowId, ticketId, transform }) => {
    const token = writeUrlToken(secrets, {
      kind,
      fileId: file.id,
      origin,
      recipientRowId: recipientRowId ?? null,
      expiresAt: clock.now() + config.urlLifeMs,
      nonce: random.token(nonceCharacters),
      content: contentTagOf(file.blobKey),
      ticket: ticketId ?? '',
      transform: transform === undefined ? '' : writeTransform(transform),
    });
    const base = kind === 'inline' ? (config.contentUrl ?? baseUrl.href) : baseUrl.href;
    return `${base}/files/d/${token}/${encodeURIComponent(file.name)}`;
  };
