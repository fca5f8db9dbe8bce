import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarPacker } from 'modern-tar';
import type { BackupTarget } from './backup-target.ts';
import { blobPrefix } from './manifest.ts';
import { makeWorkDirectory } from './unfinished.ts';

/** One tar file; `-` is standard output. It gets its name when it is complete. */
export async function openFileTarget(file: string, dataDirectory: string): Promise<BackupTarget> {
  const toStandardOutput = file === '-';
  const workDirectory = await (toStandardOutput
    ? makeWorkDirectory(dataDirectory)
    : mkdtemp(join(dirname(resolve(file)), '.drive-backup-')));
  const unfinished = join(workDirectory, 'backup.tar');
  const output = toStandardOutput ? process.stdout : createWriteStream(unfinished, { mode: 0o600 });
  const { readable, controller } = createTarPacker();
  const written = pipeline(Readable.fromWeb(readable), output, { end: !toStandardOutput });
  // The call for the next entry, or finish(), gets the error.
  written.catch(() => undefined);

  const add = async (name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void> => {
    const entry = controller.add({ name, size: bytes, mode: 0o600 });
    await Promise.race([pipeTo(content, entry), written]);
  };
  return {
    workDirectory,
    find: () => undefined,
    addBlob: (key, bytes, content) => add(blobPrefix + key, bytes, content),
    addFile: add,
    async finish() {
      controller.finalize();
      await written;
      if (!toStandardOutput) {
        const handle = await open(unfinished, 'r+');
        try {
          await handle.datasync();
        } finally {
          await handle.close();
        }
        await rename(unfinished, file);
      }
      await rm(workDirectory, { recursive: true, force: true });
    },
    async abandon() {
      controller.error(new Error('abandoned'));
      await written.catch(() => undefined);
      await rm(workDirectory, { recursive: true, force: true });
    },
  };
}

async function pipeTo(content: AsyncIterable<Uint8Array>, into: WritableStream<Uint8Array>): Promise<void> {
  const writer = into.getWriter();
  for await (const chunk of content) await writer.write(chunk);
  await writer.close();
}
