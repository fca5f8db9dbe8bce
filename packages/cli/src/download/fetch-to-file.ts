import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { downloadToPath, removePartialDownloads } from '@drive/sdk/node';
import { formatBytes } from '../output/format.ts';
import type { Progress } from '../output/progress.ts';
import { CliError } from '../shell/cli-error.ts';
import { hashFile } from '../shell/file-hash.ts';
import { createFolder } from './download-destination.ts';
import type { Source } from './download-source.ts';

export interface Fetched {
  readonly kind: 'downloaded' | 'present';
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly resumed: boolean;
}

export interface FetchToFileOptions {
  readonly force: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Messages about a transfer. */
  readonly note: (message: string) => void;
}

/** Downloads to a path, resuming from the remains of an earlier run. An existing file is replaced only if forced. */
export async function fetchToFile(
  source: Source,
  path: string,
  { force, progress, signal, note }: FetchToFileOptions,
): Promise<Fetched> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new CliError('exists', `${path} is a folder`, { hint: 'choose a name with -o' });
  if (there !== undefined && !force) {
    if (there.size === source.size && source.sha256 !== null) {
      const sha256 = await hashFile(path, signal, () => {});
      if (sha256 === source.sha256) {
        await removePartialDownloads(dirname(path), { name: basename(path) });
        return { kind: 'present', path, size: there.size, sha256, resumed: false };
      }
    }
    throw new CliError('exists', `${path} already exists`, {
      hint: 'replace it with --force, or choose another name with -o',
    });
  }
  await createFolder(dirname(path));
  const transfer = progress.start(source.name, source.size);
  let first = true;
  try {
    const result = await downloadToPath(source.getUrl, path, {
      client: source.client,
      sha256: source.sha256,
      modifiedAt: source.modifiedAt,
      overwrite: force,
      onProgress({ bytes }) {
        if (first && bytes > 0 && bytes < source.size)
          note(`resuming ${source.name} at ${formatBytes(bytes)} of ${formatBytes(source.size)}`);
        transfer.moved(bytes, { resumed: first });
        first = false;
      },
      signal,
    });
    transfer.done();
    return { kind: 'downloaded', path, size: result.bytes, sha256: result.sha256, resumed: result.resumed };
  } catch (error) {
    // The bytes of an interrupted download are kept.
    if (!signal.aborted) transfer.dropped();
    throw error;
  }
}
