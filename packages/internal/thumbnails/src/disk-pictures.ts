import { hash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BoundedMap, type Clock, dayMs, hourMs, type Log, type Random } from '@drive/base';
import { createOpenBlobs, type FreeSpace } from '@drive/blobs';
import { pictureTypeOf, type PictureType } from './image-types.ts';
import type { Images, ImageSource, Rendition } from './images-port.ts';
import type { PictureReader, PictureRequest, Pictures } from './pictures-port.ts';

export interface DiskPicturesOptions {
  /** Created by the first picture. */
  readonly directory: string;
  /** Bytes to keep; 0 keeps nothing. */
  readonly maxBytes: number;
  readonly images: Images;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly log: Log;
  /** Refuses pictures while the disk is nearly full. */
  readonly freeSpace: Pick<FreeSpace, 'require'>;
}

interface Kept {
  /** As they take room on the disk. */
  readonly bytes: number;
  /** undefined until it is first read. */
  type: PictureType | undefined;
  usedAt: number;
  /** As the time of the file tells it to the next process. */
  touchedAt: number;
}

/** A file takes whole blocks of the disk, and some memory in the index. */
const blockBytes = 4096;
const maxKept = 200_000;
/** So long a picture that nobody requests is kept, also one of a content that was deleted by another server. */
const unusedMs = 7 * dayMs;
/** So long a source that cannot be rendered is not tried again. */
const refusedMs = hourMs;
const maxRefused = 10_000;
const temporary = '.tmp';
const headBytes = 64;

/**
 * Pictures as files: `<content>/<rendition>`, the least recently used removed first. A picture is rendered once, however many
 * requests wait for it, and a source that cannot be rendered is not tried again for a while.
 */
export class DiskPictures implements Pictures {
  readonly #options: DiskPicturesOptions;
  /** By name, the least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #keptBytes = 0;
  readonly #rendering = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #refused = new BoundedMap<number>(maxRefused);
  readonly #openFiles = createOpenBlobs();
  readonly #closing = new AbortController();
  readonly #tending: NodeJS.Timeout;
  #scanned: Promise<void> | undefined;

  constructor(options: DiskPicturesOptions) {
    this.#options = options;
    this.#tending = setInterval(() => void this.#tend(), hourMs).unref();
  }

  async open(request: PictureRequest): Promise<PictureReader | undefined> {
    const name = nameOf(request.content, request.rendition);
    for (;;) {
      const rendering = this.#rendering.get(name);
      if (rendering !== undefined) return readerOf(await rendering);
      const wasKept = this.#kept.has(name);
      const kept = await this.#openKept(name);
      if (kept !== undefined) return kept;
      // Unless another request began or ended to render it meanwhile.
      if (!this.#rendering.has(name) && this.#kept.has(name) === wasKept) break;
    }
    if (this.#isRefused(request)) return undefined;
    const rendering = this.#render(name, request).finally(() => this.#rendering.delete(name));
    this.#rendering.set(name, rendering);
    return readerOf(await rendering);
  }

  async forget(content: string): Promise<void> {
    const folder = folderOf(content);
    const names = await readdir(this.#pathOf(folder)).catch(() => undefined);
    if (names === undefined) return;
    for (const each of names) this.#drop(`${folder}/${each}`);
    await rm(this.#pathOf(folder), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    clearInterval(this.#tending);
    this.#closing.abort(new Error('The server is stopping.'));
    await Promise.allSettled([...this.#rendering.values(), this.#scanned]);
    await this.#openFiles.close();
  }

  #pathOf(name: string): string {
    return join(this.#options.directory, name);
  }

  async #openKept(name: string): Promise<PictureReader | undefined> {
    const reader = await this.#openFiles.open(this.#pathOf(name));
    if (reader === undefined) {
      this.#drop(name);
      return undefined;
    }
    try {
      const type = this.#kept.get(name)?.type ?? (await readType(reader));
      this.#use(name, type, reader.bytes);
      return {
        bytes: reader.bytes,
        read: (into, position) => reader.read(into, position),
        close: () => reader.close(),
        type,
      };
    } catch (error) {
      // A disk that lost the bytes: they are rendered again.
      this.#options.log.warn('image not kept', { error });
      await reader.close({ isDamaged: true });
      await rm(this.#pathOf(name), { force: true });
      this.#drop(name);
      return undefined;
    }
  }

  async #render(name: string, request: PictureRequest): Promise<Uint8Array | undefined> {
    const { content, rendition, tenant } = request;
    const source = await request.openSource();
    try {
      const { signal } = this.#closing;
      const image = await this.#options.images.render(source, { tenant, rendition, signal });
      if (image !== undefined) await this.#keep(name, image.bytes);
      else this.#refused.set(refusalOf(content, rendition), this.#options.clock.now() + refusedMs);
      return image?.bytes;
    } finally {
      await source.close();
    }
  }

  #isRefused({ content, rendition }: PictureRequest): boolean {
    const until = this.#refused.get(refusalOf(content, rendition));
    return until !== undefined && until > this.#options.clock.now();
  }

  /** A picture that cannot be written is sent all the same. */
  async #keep(name: string, bytes: Uint8Array): Promise<void> {
    const { maxBytes, freeSpace, random, log } = this.#options;
    if (roomOf(bytes.length) > maxBytes) return;
    const path = this.#pathOf(name);
    try {
      await freeSpace.require(bytes.length);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const written = `${path}.${random.uuid()}${temporary}`;
      const file = await open(written, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        // Without it, a power loss leaves a file of this name without these bytes.
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(written, path);
    } catch (error) {
      log.warn('image not kept', { error });
      return;
    }
    this.#use(name, pictureTypeOf(bytes), bytes.length);
    await this.#tend();
  }

  /** Makes it the most recently used. */
  #use(name: string, type: PictureType, bytes: number): void {
    const now = this.#options.clock.now();
    const before = this.#kept.get(name);
    const kept = before ?? { bytes: roomOf(bytes), type, usedAt: now, touchedAt: now };
    if (before === undefined) this.#keptBytes += kept.bytes;
    else this.#kept.delete(name);
    this.#kept.set(name, kept);
    kept.type = type;
    kept.usedAt = now;
    if (now - kept.touchedAt < dayMs) return;
    kept.touchedAt = now;
    utimes(this.#pathOf(name), now / 1000, now / 1000).catch(() => undefined);
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name);
    if (kept === undefined) return;
    this.#kept.delete(name);
    this.#keptBytes -= kept.bytes;
    this.#openFiles.forget(this.#pathOf(name));
  }

  /** Removes what is too much and what was not used for long. Never rejects. */
  async #tend(): Promise<void> {
    const { maxBytes, clock, log } = this.#options;
    try {
      await (this.#scanned ??= this.#scan());
      for (const [name, { usedAt }] of this.#kept) {
        const isTooMuch = this.#keptBytes > maxBytes || this.#kept.size > maxKept;
        if (!isTooMuch && usedAt > clock.now() - unusedMs) return;
        this.#drop(name);
        await rm(this.#pathOf(name), { force: true });
      }
    } catch (error) {
      log.warn('images not removed', { error });
    }
  }

  /** Finds the pictures of earlier processes. */
  async #scan(): Promise<void> {
    const { directory, clock } = this.#options;
    const found: { readonly name: string; readonly kept: Kept }[] = [];
    const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const info = await stat(path).catch(() => undefined);
      if (info === undefined) continue;
      const usedAt = info.mtimeMs;
      const name = path.slice(directory.length + 1);
      if (!entry.name.endsWith(temporary))
        found.push({ name, kept: { bytes: roomOf(info.size), type: undefined, usedAt, touchedAt: usedAt } });
      // The next start tries again: a failure here would be kept, and nothing be removed any more.
      else if (usedAt < clock.now() - hourMs) await rm(path, { force: true }).catch(() => undefined);
    }
    const known = [...this.#kept];
    this.#kept.clear();
    this.#keptBytes = 0;
    for (const { name, kept } of found.toSorted((a, b) => a.kept.usedAt - b.kept.usedAt)) this.#kept.set(name, kept);
    for (const [name, kept] of known) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
    }
    for (const { bytes } of this.#kept.values()) this.#keptBytes += bytes;
  }
}

async function readType(reader: ImageSource): Promise<PictureType> {
  const head = new Uint8Array(headBytes);
  return pictureTypeOf(head.subarray(0, await reader.read(head, 0)));
}

const roomOf = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

function folderOf(content: string): string {
  const digest = hash('sha256', content).slice(0, 32);
  return `${digest.slice(0, 2)}/${digest.slice(2)}`;
}

const nameOf = (content: string, { width, height, fit, format, quality }: Rendition): string =>
  `${folderOf(content)}/${width ?? ''}x${height ?? ''}-${fit}-${format}-${quality}`;

/** What fails with one size fails with most, so that a hostile image is not tried with each of them. AVIF alone costs much to write. */
const refusalOf = (content: string, { format }: Rendition): string => `${format === 'avif' ? 'avif' : ''} ${content}`;

function readerOf(bytes: Uint8Array | undefined): PictureReader | undefined {
  if (bytes === undefined) return undefined;
  return {
    bytes: bytes.length,
    read: async (into, position) => {
      const part = bytes.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
    close: async () => {},
    type: pictureTypeOf(bytes),
  };
}
