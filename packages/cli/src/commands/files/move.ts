import type { DriveClient, Item } from '@drive/sdk';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { retriesOf } from '../../connection/retries.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import type { Located } from '../../remote/locate.ts';
import { joinRemote } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Destination } from './move-destination.ts';

export interface Source {
  readonly path: string;
  readonly item: Item;
}

export interface Moved {
  readonly from: string;
  readonly path: string;
  readonly id: string;
  readonly status: 'moved' | 'unchanged' | 'planned';
}

export interface Move {
  readonly client: DriveClient;
  readonly signal: AbortSignal;
  /** Only reports the moves. */
  readonly dryRun: boolean;
  /** Tag that the only item must have. */
  readonly ifMatch: string | undefined;
  readonly onMoved: (moved: Moved) => Promise<void>;
  readonly onFailed: (source: Source, error: unknown) => Promise<void>;
}

/** Changes name and folder in one request, so that no intermediate state is visible. */
export async function rename(
  move: Move,
  source: Source,
  { folder, name }: Extract<Destination, { kind: 'name' }>,
): Promise<void> {
  await moveOne(move, source, folder, name);
}

/** Moves all items into one folder, each independently. */
export async function moveInto(
  move: Move,
  sources: readonly Source[],
  { folder }: Extract<Destination, { kind: 'into' }>,
): Promise<void> {
  const [only, ...others] = sources;
  if (only === undefined) return;
  if (others.length === 0 || move.dryRun) {
    for (const source of sources) await moveOne(move, source, folder, source.item.name);
    return;
  }
  const movable: Source[] = [];
  for (const source of sources) {
    if (isIn(source, folder)) await move.onFailed(source, intoItself(source));
    else if (source.item.parentId === idOf(folder))
      await move.onMoved(told(source, folder, source.item.name, 'unchanged'));
    else movable.push(source);
  }
  for (let start = 0; start < movable.length; start += BATCH_ITEMS) {
    await moveTogether(move, movable.slice(start, start + BATCH_ITEMS), folder);
  }
}

async function moveOne(move: Move, source: Source, folder: Located, name: string): Promise<void> {
  const { item } = source;
  const path = joinRemote(folder.path, name);
  try {
    if (isIn(source, folder)) throw intoItself(source);
    const staysThere = item.parentId === idOf(folder);
    if (staysThere && name === item.name) return await move.onMoved(told(source, folder, name, 'unchanged'));
    if (move.dryRun) return await move.onMoved(told(source, folder, name, 'planned'));
    const change = { ...(name === item.name ? {} : { name }), ...(staysThere ? {} : into(folder)) };
    const guarded = { ...patient(move), ifMatch: move.ifMatch };
    const newName = await updateOne(move, item.id, change, guarded);
    await move.onMoved(told(source, folder, newName, 'moved'));
  } catch (error) {
    move.signal.throwIfAborted();
    await move.onFailed(source, explain(error, source, path));
  }
}

type Change = Parameters<DriveClient['files']['update']>[1];
type Failures = Awaited<ReturnType<DriveClient['files']['move']>>['failed'];

/** Changes an item, by an operation if it moves to another owner with more than a request moves. Returns its name. */
async function updateOne(
  move: Move,
  id: string,
  change: Change,
  guarded: Parameters<DriveClient['files']['update']>[2],
): Promise<string> {
  const { client, signal } = move;
  try {
    return (await client.files.update(id, change, guarded)).name;
  } catch (error) {
    if (!isDriveErrorOf(error, 'move_too_large')) throw error;
  }
  const { name, ...place } = change;
  for (const failure of await moveByOperation(move, [id], place)) throw batchError(id, failure);
  return (await (name === undefined ? client.files.get(id, { signal }) : client.files.update(id, { name }, { signal })))
    .name;
}

/** Returns the failures. */
async function moveByOperation(
  { client, signal }: Move,
  ids: readonly string[],
  place: Pick<Change, 'parentId' | 'moveToRoot'>,
): Promise<Failures> {
  const { operationId } = await client.operations.move({ ids: [...ids], ...place }, { signal });
  const { result } = await client.operations.wait(operationId, { signal });
  return 'failed' in result ? result.failed : [];
}

async function moveTogether(move: Move, sources: readonly Source[], folder: Located): Promise<void> {
  const ids = sources.map(({ item }) => item.id);
  const { moved, failed } = await move.client.files.move({ ids, ...into(folder) }, patient(move));
  const byId = new Map(sources.map((source) => [source.item.id, source]));
  for (const { id, name } of moved) {
    const source = byId.get(id);
    if (source !== undefined) await move.onMoved(told(source, folder, name, 'moved'));
  }
  const large = failed.filter(({ code }) => code === 'move_too_large').map(({ id }) => id);
  const failures = failed.filter(({ code }) => code !== 'move_too_large');
  if (large.length > 0) failures.push(...(await moveByOperation(move, large, into(folder))));
  const refused = new Set(failures.map(({ id }) => id));
  for (const id of large) {
    const source = byId.get(id);
    if (source !== undefined && !refused.has(id)) await move.onMoved(told(source, folder, source.item.name, 'moved'));
  }
  for (const failure of failures) {
    const source = byId.get(failure.id);
    if (source !== undefined) await move.onFailed(source, batchError(source.path, failure));
  }
}

const patient = ({ client, signal }: Move) => ({ signal, maxRetries: retriesOf(client) });

const into = ({ item }: Located) => (item === null ? { moveToRoot: true } : { parentId: item.id });

const idOf = ({ item }: Located): string | null => item?.id ?? null;

const told = ({ path, item }: Source, folder: Located, name: string, status: Moved['status']): Moved => ({
  from: path,
  path: joinRemote(folder.path, name),
  id: item.id,
  status,
});

const isIn = (source: Source, folder: Located): boolean =>
  source.item.id === folder.item?.id || folder.path.startsWith(`${source.path}/`);

const intoItself = ({ path }: Source): CliError => new CliError('conflict', `${path} cannot be moved into itself`);

function explain(error: unknown, source: Source, path: string): unknown {
  if (isDriveErrorOf(error, 'name_conflict')) {
    return new CliError('exists', `${path} already exists`, { hint: 'mv never replaces existing items', cause: error });
  }
  return isDriveErrorOf(error, 'folder_cycle') ? intoItself(source) : error;
}
