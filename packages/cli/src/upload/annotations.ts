import type { DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { retriesOf } from '../connection/retries.ts';
import { batchError } from '../remote/item-batches.ts';
import { collect, collectMetadata } from '../shell/argument-parsers.ts';

/** The metadata and tags that every file of an upload gets. */
export interface Annotations {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly tags?: string[];
}

export interface AnnotationOptions {
  readonly meta?: Readonly<Record<string, string>>;
  readonly tag?: string[];
}

/** Adds --meta and --tag. */
export const addAnnotationOptions = (command: Command): Command =>
  command
    .option('--meta <key=value>', 'Metadata of each file; can be repeated', collectMetadata)
    .option('--tag <tag>', 'Tag of each file; can be repeated', collect);

export const readAnnotations = ({ meta, tag }: AnnotationOptions): Annotations => ({
  ...(meta === undefined ? {} : { metadata: meta }),
  ...(tag === undefined ? {} : { tags: tag }),
});

/** Adds metadata and tags to those that a file has. */
export async function annotate(
  client: DriveClient,
  { id, path }: { readonly id: string; readonly path: string },
  { metadata, tags }: Annotations,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, maxRetries: retriesOf(client) };
  if (metadata !== undefined) await client.files.update(id, { metadata }, options);
  if (tags === undefined) return;
  const [failure] = (await client.files.tag([id], { add: tags }, options)).failed;
  if (failure !== undefined) throw batchError(path, failure);
}
