import { setImmediate } from 'node:timers/promises';
import { errorStatus, type BatchFailure } from '@drive/contract';
import type { Database } from '../../platform/db/index.ts';
import { placesOf, type ConfineRequest } from '../../platform/http/index.ts';
import { fileNotFound, folderNotFound, isBelow } from './tree/find-item.ts';
import { findFolder } from './tree/folder-store.ts';

type Fields = Record<string, unknown>;

const idsAtOnce = 32;

/** Decides alone which items a key with a folder reaches. */
export const confineRequest =
  ({ reader }: Pick<Database, 'reader'>): ConfineRequest =>
  async ({ userId }, folderId, rule, request) => {
    // Nothing is left of a key's drive once its folder is in the trash, or deleted.
    if ((await findFolder(reader, userId, folderId)) === undefined) throw folderNotFound();
    const requireFolder = async (id: string): Promise<void> => {
      if (id !== folderId && !(await isBelow(reader, userId, folderId, id))) throw folderNotFound();
    };

    const places = [rule.items ?? []]
      .flat()
      .flatMap((field) => placesOf(request, field))
      .filter(({ holder, name }) => holder[name] !== undefined);
    const ids = [...new Set(places.flatMap(({ holder, name }) => holder[name]))];
    const outside = new Set<unknown>();
    for (const [index, id] of ids.entries()) {
      if (typeof id !== 'string' || !(await isBelow(reader, userId, folderId, id))) {
        if (rule.eachAlone !== true) throw fileNotFound();
        outside.add(id);
      }
      // Queries of SQLite hold the event loop.
      if (index % idsAtOnce === idsAtOnce - 1) await setImmediate();
    }
    for (const { holder, name } of places)
      if (outside.size > 0) holder[name] = (holder[name] as unknown[]).filter((id) => !outside.has(id));
    if (rule.moves === true) {
      const body = request.body as Fields;
      const toRoot = ['moveToRoot', 'copyToRoot'].find((field) => body[field] === true);
      if (toRoot !== undefined) Object.assign(body, { [toRoot]: undefined, parentId: folderId });
      else if (typeof body['parentId'] === 'string') await requireFolder(body['parentId']);
    }
    if (rule.folder !== undefined)
      for (const { holder, name } of placesOf(request, rule.folder)) {
        holder[name] ??= folderId;
        await requireFolder(holder[name] as string);
      }
    return outside.size === 0 ? undefined : (failed) => inOrder(ids, outside, failed);
  };

/** The failures, and one of each id outside the folder, in the order of the ids. */
function inOrder(
  ids: readonly unknown[],
  outside: ReadonlySet<unknown>,
  failed: readonly BatchFailure[],
): readonly BatchFailure[] {
  const { message, code } = fileNotFound();
  const byId = new Map<unknown, BatchFailure>(failed.map((failure) => [failure.id, failure]));
  for (const id of outside) byId.set(id, { id: String(id), message, code, status: errorStatus[code] });
  return ids.flatMap((id) => byId.get(id) ?? []);
}
