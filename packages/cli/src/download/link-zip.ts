import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import type { World } from '../shell/world.ts';
import { diskOf, type Destination } from './download-destination.ts';
import { fetchArchive, type ArchiveSource } from './fetch-archive.ts';
import { requireLocalName, zipNameFor } from './local-name.ts';
import type { OpenedLink } from './opened-link.ts';

interface ZipContext {
  readonly world: World;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** Everything at a link as one ZIP. */
export const archiveSource = (link: OpenedLink, signal: AbortSignal): ArchiveSource => ({
  argument: link.argument,
  client: link.client,
  name: zipNameFor(link.share.info.name ?? 'files'),
  make: () => link.use((share) => share.archive(undefined, { signal })),
});

/** Describes what `fetchZip` would do. */
export async function tellZip(context: ZipContext, link: OpenedLink, destination: Destination): Promise<void> {
  const { output, signal } = context;
  const path = destination.pathFor(requireLocalName(archiveSource(link, signal).name, diskOf(context, destination)));
  await output.record({ source: link.argument, status: 'planned', path }, `${link.argument} -> ${path}`);
}

/** Downloads the ZIP of a link, and returns its path. */
export async function fetchZip(
  context: ZipContext,
  link: OpenedLink,
  destination: Destination,
  { force, progress }: { readonly force: boolean; readonly progress: Progress },
): Promise<string> {
  const { output, signal } = context;
  const source = archiveSource(link, signal);
  const path = destination.pathFor(requireLocalName(source.name, diskOf(context, destination)));
  const fetched = await fetchArchive(source, path, { force, progress, signal });
  await output.record({ source: link.argument, status: 'downloaded', ...fetched }, undefined);
  return path;
}
