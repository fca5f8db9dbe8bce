import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { ArchiveUrl, DriveClient } from '@drive/sdk';
import { downloadArchive } from '@drive/sdk/node';
import { httpFetch } from '../connection/http-fetch.ts';
import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Pace } from '../shell/pace.ts';
import { createFolder } from './download-destination.ts';

/** A ZIP that the server makes. */
export interface ArchiveSource {
  readonly argument: string;
  /** Client of its server. */
  readonly client: DriveClient;
  /** The displayed name. */
  readonly name: string;
  /** Each time for another download. */
  readonly make: () => Promise<ArchiveUrl>;
}

export interface FetchedArchive {
  readonly path: string;
  readonly size: number;
  readonly fileCount: number;
}

/** Downloads a ZIP to a path. After a broken connection another ZIP is requested from its beginning. */
export async function fetchArchive(
  { client, name, make }: ArchiveSource,
  path: string,
  { force, progress, signal }: { force: boolean; progress: Progress; signal: AbortSignal },
): Promise<FetchedArchive> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new CliError('exists', `${path} is a folder`, { hint: 'choose a name with -o' });
  if (there !== undefined && !force) {
    throw new CliError('exists', `${path} already exists`, {
      hint: 'replace it with --force, or choose another name with -o',
    });
  }
  await createFolder(dirname(path));
  let made: ArchiveUrl | undefined = await make();
  const { fileCount, totalBytes } = made;
  progress.expect(1, totalBytes);
  const transfer = progress.start(name, totalBytes);
  const next = async (): Promise<ArchiveUrl> => {
    const url = made ?? (await make());
    made = undefined;
    return url;
  };
  try {
    const { bytes } = await downloadArchive(next, path, {
      client,
      overwrite: force,
      // The total counts the files, without the headers between them.
      onProgress: (now) => transfer.moved(Math.min(now.bytes, totalBytes)),
      signal,
    });
    transfer.done();
    return { path, size: bytes, fileCount };
  } catch (error) {
    transfer.dropped();
    throw error;
  }
}

/** Downloads a ZIP to a stream, which cannot be restarted: a broken connection is an error. */
export async function pipeArchive(
  { argument, name, make }: ArchiveSource,
  stream: Writable,
  { progress, signal, pace }: { progress: Progress; signal: AbortSignal; pace: Pace | undefined },
): Promise<void> {
  const { downloadUrl, totalBytes } = await make();
  progress.expect(1, totalBytes);
  const transfer = progress.start(name, totalBytes);
  let written = 0;
  try {
    const answer = await httpFetch(downloadUrl, { signal });
    if (!answer.ok || answer.body === null) throw new Error(`the server answered ${answer.status}`);
    for await (const chunk of answer.body) {
      await pace?.(chunk.byteLength, signal);
      written += chunk.byteLength;
      transfer.moved(Math.min(written, totalBytes));
      if (!stream.write(chunk)) await once(stream, 'drain', { signal });
    }
    transfer.done();
  } catch (error) {
    signal.throwIfAborted();
    const reason = (error as Error).message;
    throw new CliError('temporary', `the ZIP of ${argument} was interrupted: ${reason}`, {
      hint: 'the written file is incomplete; run the command again',
      cause: error,
    });
  }
}
