import type { DriveClient, Item, TrashedItem } from '@drive/sdk';
import { parseNamePattern } from '../../glob/name-pattern.ts';
import { formatTime } from '../../output/format.ts';
import { hasPattern } from '../../remote/path-pattern.ts';
import { joinRemote, normalizeRemotePath, parseTarget } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';

type Trashable = Pick<Item, 'id' | 'name' | 'type' | 'deletedAt'>;

/** Something that is chosen from the trash. */
export interface Chosen {
  readonly id: string;
  /** undefined for an argument that is an id, which needs no listing. */
  readonly item: Trashable | undefined;
  /** The user's argument, or the name of a match. */
  readonly shownAs: string;
  readonly byPattern: boolean;
}

export interface Trashed {
  /** All of the trash, folders and the files in them too, listed when it is first needed. */
  list(): Promise<readonly Trashable[]>;
  /** What was moved to the trash itself, with its original path. */
  tops(): Promise<readonly TrashedItem[]>;
}

export function openTrash(client: DriveClient, signal: AbortSignal): Trashed {
  let listed: Promise<readonly Trashable[]> | undefined;
  let tops: Promise<readonly TrashedItem[]> | undefined;
  return {
    list: () => (listed ??= client.trash.list({ includeFolders: true }, { signal })),
    tops: () => (tops ??= collect(client.trash.items({}, { signal }))),
  };
}

async function collect(items: AsyncIterable<TrashedItem>): Promise<TrashedItem[]> {
  const all: TrashedItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Number of ids in the message about an ambiguous name. */
const TOLD = 5;

/**
 * The items of an argument: an id, a name or a pattern for names, or the original path, whose last segment may be a
 * pattern. A literal name must be unique.
 */
export async function select(trash: Trashed, argument: string): Promise<Chosen[]> {
  const id = findId(argument);
  if (id !== undefined) return [{ id, item: undefined, shownAs: argument, byPattern: false }];
  const { candidates, name } = await narrow(trash, argument);
  const literal = name.normalize('NFC');
  const exact = candidates.filter((item) => item.name === literal);
  if (exact.length > 1) throw ambiguous(argument, exact);
  if (exact.length === 1) return exact.map((item) => chosen(item, argument, false));
  const pattern = hasPattern(name) ? parseNamePattern(name) : undefined;
  const matching = candidates.filter((item) => pattern?.matches(item.name) === true);
  if (matching.length > 0) return matching.map((item) => chosen(item, item.name, true));
  throw new CliError('not_found', `${argument}: no such item in the trash`, {
    hint: 'list items with: drive-cli trash list',
  });
}

const chosen = (item: Trashable, shownAs: string, byPattern: boolean): Chosen => ({
  id: item.id,
  item,
  shownAs,
  byPattern,
});

function findId(argument: string): string | undefined {
  try {
    const target = parseTarget(argument);
    return target.kind === 'id' ? target.id : undefined;
  } catch {
    return undefined;
  }
}

/** For a path, only items that were in its folder, whether or not that still exists. */
async function narrow(trash: Trashed, argument: string): Promise<{ candidates: readonly Trashable[]; name: string }> {
  if (!argument.startsWith('/')) return { candidates: await trash.list(), name: argument };
  const path = argument.replace(/(?<!\/)\/+$/, '');
  const slash = path.lastIndexOf('/');
  const folder = normalizeRemotePath(path.slice(0, slash) || '/');
  const candidates = (await trash.tops()).filter((item) => item.path === joinRemote(folder, item.name));
  return { candidates, name: path.slice(slash + 1) };
}

function ambiguous(argument: string, items: readonly Trashable[]): CliError {
  const told = items
    .slice(0, TOLD)
    .map(({ id, deletedAt }) => `${id} (deleted ${deletedAt === null ? 'before' : formatTime(deletedAt)})`);
  const more = items.length > TOLD ? ', …' : '';
  return new CliError('usage', `${argument} matches ${items.length} trashed items: ${told.join(', ')}${more}`, {
    hint: 'give the id',
  });
}

/** Folders come first: their content is restored or purged with them. */
export const foldersFirst = (chosen: readonly Chosen[]): Chosen[] =>
  chosen.toSorted((a, b) => Number(b.item?.type === 'folder') - Number(a.item?.type === 'folder'));
