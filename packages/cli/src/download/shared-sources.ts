import type { Item } from '@drive/sdk';
import { retriesOf } from '../connection/retries.ts';
import { PAGE_ITEMS } from '../remote/folder-pages.ts';
import { CliError } from '../shell/cli-error.ts';
import { timeOf, type Listing, type Source, type SourceTree } from './download-source.ts';
import { requireLocalName, type LocalDisk } from './local-name.ts';
import type { OpenedLink } from './opened-link.ts';

/** Deeper than real drives: the listing of a server that invents folders must end. */
const MAX_DEPTH = 256;

/** Lists the complete share, before the first byte is downloaded. */
export async function listSharedTree(
  link: OpenedLink,
  { signal, disk, filter, onListed }: Listing,
): Promise<SourceTree> {
  const { client } = link;
  const { info } = link.share;
  const isFolder = info.kind === 'folder';
  const folders: string[][] = [];
  const files: { names: string[]; source: Source }[] = [];
  const problems: { shownAs: string; error: unknown }[] = [];
  const seen = new Set<string>();
  const waiting: { id: string | undefined; names: string[] }[] = [{ id: undefined, names: [] }];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const { id, names } = here;
    const query = { limit: PAGE_ITEMS, ...(id === undefined ? {} : { parentId: id }) };
    const items = await link.use((share) => readAll(share.list(query, { signal, maxRetries: retriesOf(client) })));
    for (const item of items) {
      const shownAs = [...names, item.name].join('/');
      try {
        const at = [...names, requireLocalName(item.name, disk)];
        const isExcluded = filter.excludes(at.join('/'), item.type === 'folder');
        if (isExcluded && (item.type === 'file' || !filter.entersExcluded)) continue;
        if (item.type === 'file')
          files.push({ names: at, source: sourceOf(link, { ...item, item }, at.join('/'), signal) });
        else if (!seen.has(item.id)) {
          if (at.length > MAX_DEPTH) throw new CliError('failed', `${shownAs} is nested too deeply`);
          seen.add(item.id);
          if (!isExcluded) folders.push(at);
          waiting.push({ id: item.id, names: at });
        }
      } catch (error) {
        problems.push({ shownAs, error });
      }
    }
    onListed(files.length);
  }
  return { folder: isFolder ? requireLocalName(info.name ?? '', disk) : undefined, folders, files, problems };
}

async function readAll(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The one file of a link. */
export function sharedFile(link: OpenedLink, disk: LocalDisk, signal: AbortSignal): Source {
  const { name = '', size = 0, item } = link.share.info;
  const known = { id: undefined, size, sha256: item?.sha256 ?? null, item };
  return sourceOf(link, known, requireLocalName(name, disk), signal);
}

type Known = Pick<Item, 'size' | 'sha256'> & { readonly id: string | undefined; readonly item: Item | undefined };

const sourceOf = (link: OpenedLink, { id, size, sha256, item }: Known, name: string, signal: AbortSignal): Source => ({
  client: link.client,
  argument: link.argument,
  name,
  size: size ?? 0,
  sha256,
  modifiedAt: item && timeOf(item),
  getUrl: () => link.use(() => link.urls.urlOf(id, { signal, maxRetries: retriesOf(link.client) })),
  isTaken: () => link.urls.isTaken,
});
