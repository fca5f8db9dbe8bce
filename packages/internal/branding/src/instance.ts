import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '@drive/base';

/** How this drive presents itself. */
export interface Instance {
  readonly name: string;
  /** Accent color, `#rrggbb`; undefined: that of the product. */
  readonly color: string | undefined;
  readonly logo: Logo | undefined;
}

export interface Logo {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Strong validator of the bytes. */
  readonly etag: string;
}

/** Throws a LogoError if the logo cannot be shown. */
export function openInstance(config: {
  readonly instanceName: string;
  readonly instanceColour: string | undefined;
  /** Path of a file. */
  readonly instanceLogo: string | undefined;
}): Instance {
  const { instanceName: name, instanceColour: color, instanceLogo: logo } = config;
  return { name, color, logo: logo === undefined ? undefined : readLogo(logo) };
}

/** Path below the base URL at which the logo is public. */
export const logoPath = '/app/logo';

/** The logo cannot be shown. The message is for the operator. */
export class LogoError extends Error {
  override readonly name = 'LogoError';
}

const maxLogoBytes = 256 * 1024;

const kinds: readonly (readonly [contentType: string, isKind: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff'],
  ['image/webp', (bytes) => /^RIFF[^]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1'))],
  ['image/svg+xml', (bytes) => /^\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(bytes.toString('utf8'))],
];

function readLogo(path: string): Logo {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new LogoError(`DRIVE_INSTANCE_LOGO can't be read: ${messageOf(error)}`);
  }
  if (bytes.length > maxLogoBytes)
    throw new LogoError(`DRIVE_INSTANCE_LOGO has ${bytes.length} bytes; at most ${maxLogoBytes} are possible`);
  const kind = kinds.find(([, isKind]) => isKind(bytes));
  if (kind === undefined) throw new LogoError('DRIVE_INSTANCE_LOGO must be an SVG, PNG, WebP or JPEG file');
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { contentType: kind[0], bytes: new Uint8Array(bytes), etag };
}
