import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarDecoder } from 'modern-tar';
import {
  BackupError,
  blobPrefix,
  describedBy,
  manifestName,
  parseManifest,
  parseStoredBlob,
  secretName,
  settingsName,
} from './manifest.ts';

export interface BackupEntry {
  readonly name: string;
  /** Read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The entries of a backup of either form; `-` is standard input. */
export async function* readBackup(file: string): AsyncGenerator<BackupEntry> {
  const info = file === '-' ? undefined : await stat(file);
  if (info?.isDirectory() === true) yield* readFolder(file);
  else yield* readTar(file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 }));
}

async function* readFolder(directory: string): AsyncGenerator<BackupEntry> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${directory} is not a backup: it has no ${manifestName}.`);
  const manifest = parseManifest(text);
  const { database, blobList } = describedBy(manifest.createdAt);
  const entryOf = (name: string): BackupEntry => ({ name, content: createReadStream(join(directory, name)) });
  for await (const line of createInterface({ input: createReadStream(join(directory, blobList)) })) {
    const name = blobPrefix + parseStoredBlob(line).key;
    // Missing files are reported at the end, all together.
    if ((await stat(join(directory, name)).catch(() => undefined)) !== undefined) yield entryOf(name);
  }
  yield entryOf(blobList);
  yield entryOf(database);
  for (const name of [secretName, settingsName])
    if ((await stat(join(directory, name)).catch(() => undefined)) !== undefined) yield entryOf(name);
  yield { name: manifestName, content: Readable.from([Buffer.from(text)]) };
}

async function* readTar(stream: Readable): AsyncGenerator<BackupEntry> {
  const bytes = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  const entries = whole(bytes.pipeThrough(createTarDecoder({ strict: true })));
  for await (const { header, body } of entries) yield { name: header.name, content: whole(body) };
}

async function* whole<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    throw new BackupError('The file is not a backup, or it is cut short or damaged.', { cause: error });
  }
}
