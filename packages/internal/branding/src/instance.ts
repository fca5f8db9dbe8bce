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

interface Look {
  readonly instanceName: string;
  readonly instanceColour: string | undefined;
  /** Path of a file, or a `data:` URL. */
  readonly instanceLogo: string | undefined;
}

/** Follows `look`, whose fields may change. Throws a LogoError if the logo cannot be shown. */
export function openInstance(look: Look): Instance {
  let read = readLogo(look.instanceLogo);
  return {
    get name() {
      return look.instanceName;
    },
    get color() {
      return look.instanceColour;
    },
    get logo() {
      if (read.from !== look.instanceLogo) read = readLogo(look.instanceLogo);
      return read.logo;
    },
  };
}

const readLogo = (
  from: string | undefined,
): { readonly from: string | undefined; readonly logo: Logo | undefined } => ({
  from,
  logo: from === undefined ? undefined : logoFrom(from),
});

/** Path below the base URL at which the logo is public. */
export const logoPath = '/app/logo';

/** `logoPath` with the version of the logo, so that browsers, which keep it, get a new one at once. */
export const logoUrlPath = ({ etag }: Logo): string => `${logoPath}?v=${etag.replaceAll('"', '')}`;

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

/** Reads the logo from a file or a `data:` URL; `isSaved`: only from the latter. Throws a LogoError if it cannot be shown. */
export function logoFrom(from: string, { isSaved = false }: { readonly isSaved?: boolean } = {}): Logo {
  const bytes = from.startsWith('data:') ? decode(from) : readFile(from, isSaved);
  if (bytes.length > maxLogoBytes)
    throw new LogoError(`DRIVE_INSTANCE_LOGO has ${bytes.length} bytes; at most ${maxLogoBytes} are possible`);
  const kind = kinds.find(([, isKind]) => isKind(bytes));
  if (kind === undefined) throw new LogoError('DRIVE_INSTANCE_LOGO must be an SVG, PNG, WebP or JPEG file');
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { contentType: kind[0], bytes: new Uint8Array(bytes), etag };
}

function decode(url: string): Buffer {
  const [, data] = /^data:image\/[a-z.+-]{1,40};base64,([\w+/]*={0,2})$/.exec(url) ?? [];
  if (data === undefined) throw new LogoError('DRIVE_INSTANCE_LOGO must be as data:image/png;base64,… if it is a URL');
  return Buffer.from(data, 'base64');
}

function readFile(path: string, isSaved: boolean): Buffer {
  if (isSaved) throw new LogoError('DRIVE_INSTANCE_LOGO must be an image as data:image/png;base64,…');
  try {
    return readFileSync(path);
  } catch (error) {
    throw new LogoError(`DRIVE_INSTANCE_LOGO can't be read: ${messageOf(error)}`);
  }
}
