import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isSingleBinary, readBytesPart } from '@drive/program';

export type Encoding = 'br' | 'gzip';

export interface WebFile {
  readonly contentType: string;
  /** Strong validator of the bytes without an encoding. */
  readonly etag: string;
  /** The bytes, compressed if the build has them with one of the accepted encodings. */
  read(accepted: ReadonlySet<Encoding>): { readonly bytes: Uint8Array<ArrayBuffer>; readonly encoding?: Encoding };
}

/** The built web app; files are read on first use and kept. */
export interface WebFiles {
  find(name: string): WebFile | undefined;
  names(): string[];
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

const isSource = /\.tsx?$/.test(import.meta.url);
/** Beside the program, or where Vite builds it if the server runs from its sources. */
const folder = new URL(isSource ? '../../../../web/dist/' : './web/', import.meta.url);

/** undefined if the app is not built, which only a checkout of the sources can be. */
export function openWebFiles(): WebFiles | undefined {
  if (!isSingleBinary && !existsSync(new URL('files.json', folder))) return undefined;
  const names = new Set(JSON.parse(Buffer.from(readPart('files.json')).toString('utf8')) as string[]);
  const known = new Map<string, WebFile>();
  return {
    names: () => [...names],
    find(name) {
      const found = known.get(name) ?? (names.has(name) ? openFile(name, names) : undefined);
      if (found !== undefined) known.set(name, found);
      return found;
    },
  };
}

function readPart(name: string): Uint8Array<ArrayBuffer> {
  // Copied, because parts of the single binary are read-only memory.
  return new Uint8Array(isSingleBinary ? readBytesPart(`web/${name}`) : readFileSync(new URL(name, folder)));
}

function openFile(name: string, names: ReadonlySet<string>): WebFile {
  const plain = readPart(name);
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const)
    if (names.has(name + suffix)) encoded.set(encoding, readPart(name + suffix));
  return {
    contentType: contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    read(accepted) {
      for (const [encoding, bytes] of encoded) if (accepted.has(encoding)) return { bytes, encoding };
      return { bytes: plain };
    },
  };
}

export const etagOf = (bytes: Uint8Array | string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
