import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { writeUrlToken, type LinkOrigin, type FileRow } from '../files/index.ts';

export interface AddressDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    /** In place of it for what browsers show, so that what people upload never shares an origin with the pages. */
    readonly contentUrl: string | undefined;
    /** How long an address opens. */
    readonly urlLifeMs: number;
  };
}

/** Recipient of a signed URL; the owner if there is no share. */
export interface HandedOut {
  readonly kind: 'attachment' | 'inline';
  /** The share, by shares.row_id. */
  readonly share?: Pick<LinkOrigin, 'rowId' | 'passwordVersion'>;
  /** Who came by a personal link. */
  readonly recipientRowId?: number | undefined;
}

/** A fresh address of the file's bytes. */
export type AddressOf = (file: FileRow, to: HandedOut) => string;

const nonceCharacters = 16;

export const createAddressOf =
  ({ clock, random, secrets, config }: AddressDeps): AddressOf =>
  (file, { kind, share, recipientRowId }) => {
    const token = writeUrlToken(secrets, {
      kind,
      fileId: file.id,
      origin:
        share === undefined ? null : { kind: 'share', rowId: share.rowId, passwordVersion: share.passwordVersion },
      recipientRowId: recipientRowId ?? null,
      expiresAt: clock.now() + config.urlLifeMs,
      nonce: random.token(nonceCharacters),
    });
    const origin = kind === 'inline' ? (config.contentUrl ?? config.baseUrl) : config.baseUrl;
    return `${origin}/files/d/${token}/${encodeURIComponent(file.name)}`;
  };
