import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DriveError } from '../error.ts';

/** What has arrived so far, with its running hash, and beside it the ETag it was of. */
export class PartialFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #hash: Hash = createHash('sha256');
  bytes = 0;
  etag: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get expectedSha256(): string | undefined {
    return /^"([0-9a-f]{64})"$/.exec(this.etag ?? '')?.[1];
  }

  async open(): Promise<void> {
    this.#file = await open(this.#path, 'a+', 0o666);
    const tagFile = await open(`${this.#path}-etag`, 'a+', 0o666);
    this.etag = (await tagFile.readFile('utf8')) || undefined;
    await tagFile.close();
    for await (const chunk of createReadStream(this.#path, { highWaterMark: 1024 * 1024 }))
      this.#count(chunk as Uint8Array);
  }

  /** Forgets the bytes. */
  async restart(): Promise<void> {
    await this.#file?.truncate(0);
    this.#hash = createHash('sha256');
    this.bytes = 0;
  }

  async remember(etag: string | null): Promise<void> {
    if (etag === null || etag === this.etag) return;
    this.etag = etag;
    const tagFile = await open(`${this.#path}-etag`, 'w');
    await tagFile.writeFile(etag);
    await tagFile.close();
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#file?.appendFile(chunk);
    this.#count(chunk);
  }

  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  async moveTo(path: string, overwrite: boolean): Promise<void> {
    await this.#file?.sync();
    if (overwrite) await rename(this.#path, path);
    else {
      // A hard link fails where a rename would replace what appeared meanwhile.
      await link(this.#path, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST')
          throw new DriveError('invalid_argument', `${path} is already there.`, { cause: error });
        await rename(this.#path, path);
      });
      await rm(this.#path, { force: true });
    }
    await rm(`${this.#path}-etag`, { force: true });
    if (process.platform === 'win32') return;
    const directory = await open(dirname(path), 'r');
    await directory.sync();
    await directory.close();
  }

  async discard(): Promise<void> {
    await rm(this.#path, { force: true });
    await rm(`${this.#path}-etag`, { force: true });
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  #count(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
  }
}
