import type { DriveClient, Item } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import type { Located } from '../remote/locate.ts';
import { walk } from '../remote/walk.ts';
import { CliError } from '../shell/cli-error.ts';
import { timeOf, type Listing, type Source, type SourceTree } from './download-source.ts';
import { requireLocalName } from './local-name.ts';
import { createSignedUrls } from './signed-urls.ts';

/** A file of the user, with its local name. */
export const ownFile = (
  client: DriveClient,
  argument: string,
  item: Item,
  { disk, signal }: Pick<Listing, 'disk' | 'signal'>,
): Source =>
  sourceOf(client, argument, item, requireLocalName(item.name, disk), () => signOne(client, item.id, signal));

/** Lists a folder of the user completely, before the first byte is downloaded. */
export async function listOwnTree(
  client: DriveClient,
  argument: string,
  { path, item: top }: Located,
  { signal, disk, filter, now, onListed }: Listing,
): Promise<SourceTree> {
  const urls = createSignedUrls(client, { now, signal });
  const folders: string[][] = [];
  const files: { names: string[]; source: Source }[] = [];
  const problems: { shownAs: string; error: unknown }[] = [];
  const placeOf = new Map<string | null, readonly string[]>([[top?.id ?? null, []]]);
  const onGone = (shownAs: string): void =>
    void problems.push({ shownAs, error: new CliError('not_found', `${shownAs} no longer exists`) });
  const withoutPlace = new Set<string>();
  const skips = ({ id }: Item): boolean => withoutPlace.has(id);
  for await (const found of walk(client, { id: top?.id ?? null, path }, { signal, skips, onGone })) {
    const { item } = found;
    try {
      const names = [...placeOf.get(item.parentId)!, requireLocalName(item.name, disk)];
      if (filter.excludes(names.join('/'), item.type === 'folder')) {
        if (item.type === 'folder' && filter.entersExcluded) placeOf.set(item.id, names);
        else withoutPlace.add(item.id);
      } else if (item.type === 'file') {
        urls.add(item.id);
        files.push({ names, source: sourceOf(client, argument, item, names.join('/'), () => urls.urlOf(item.id)) });
      } else {
        placeOf.set(item.id, names);
        folders.push(names);
      }
    } catch (error) {
      withoutPlace.add(item.id);
      problems.push({ shownAs: found.path, error });
    }
    onListed(files.length);
  }
  return { folder: top === null ? undefined : requireLocalName(top.name, disk), folders, files, problems };
}

const sourceOf = (
  client: DriveClient,
  argument: string,
  file: Item,
  name: string,
  getUrl: () => Promise<string>,
): Source => ({
  client,
  argument,
  name,
  size: file.size ?? 0,
  sha256: file.sha256,
  modifiedAt: timeOf(file),
  getUrl,
});

const signOne = async (client: DriveClient, fileId: string, signal: AbortSignal): Promise<string> =>
  (await client.files.downloadUrl(fileId, {}, { signal, maxRetries: retriesOf(client) })).downloadUrl;
