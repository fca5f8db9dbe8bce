import type { Plan, Unit } from './unit.ts';

/** Without `--max-delete`, a run may remove this many files, and more if they are at most this share of all. */
const FREE_DELETIONS = 50;
const FREE_SHARE = 0.5;

export interface Removals {
  /** Files and folders. */
  readonly here: readonly Unit[];
  readonly there: readonly Unit[];
}

export function removalsOf({ units }: Plan): Removals {
  const all = [...units.values()];
  return {
    here: all.filter(({ existence }) => existence === 'delete here'),
    there: all.filter(({ existence }) => existence === 'delete there'),
  };
}

/** Why a run needs a confirmation before it removes anything; undefined if it needs none. */
export function findExcess(plan: Plan, maxDelete: number | undefined): string | undefined {
  const { here, there } = removalsOf(plan);
  const known = [...plan.units.values()].filter(({ base }) => base !== undefined);
  const removed = here.length + there.length;
  const counts = `${here.length} here and ${there.length} on the server`;
  if (maxDelete !== undefined) {
    return removed > maxDelete
      ? `${removed} items would be deleted (${counts}), and --max-delete is ${maxDelete}`
      : undefined;
  }
  const isMost = removed > known.length * FREE_SHARE && removed > FREE_DELETIONS;
  return isMost ? `${removed} of ${known.length} items would be deleted: ${counts}` : undefined;
}

/** Why a side looks like a disk that is not mounted: it has nothing, although the last run knew something. */
export function findEmptySide({ units }: Plan): string | undefined {
  const all = [...units.values()];
  const hadFiles = all.some(({ base, kind }) => base !== undefined && kind === 'file');
  if (!hadFiles) return undefined;
  if (!all.some(({ local }) => local !== undefined && local.stays === undefined))
    return 'the folder on this computer is empty';
  return all.some(({ remote }) => remote !== undefined) ? undefined : 'the folder on the server is empty';
}
