import type { Positions } from './positions.ts';
import { isSamePlace, type Place, ROOT } from './states.ts';
import { MOVING_PREFIX } from './unit.ts';

/** Changes one side. Each resolves to whether it was done; what was not is left for the next look at both sides. */
export interface ArrangedSide {
  readonly positions: Positions;
  createFolder(key: string, place: Place): Promise<boolean>;
  move(key: string, place: Place): Promise<boolean>;
  /** Removes an item with all that is in it. */
  remove(key: string): Promise<boolean>;
}

export interface Arrangement {
  /** Where items of this side shall be, and folders that it does not have. */
  readonly places: ReadonlyMap<string, Place>;
  /** Places that files will be written to. */
  readonly targets: readonly Place[];
  /** Items to remove. Those that are in the way of others are removed here, the rest later. */
  readonly removals: ReadonlySet<string>;
  /** Works on several at once, and does not reject for one that could not be done. */
  readonly inParallel: (keys: readonly string[], work: (key: string) => Promise<void>) => Promise<void>;
}

/**
 * Creates folders and moves items, each as soon as its place is free and its folder is there. If items exchange their places, or one
 * takes that of the folder that it was in, one makes room under a temporary name, by which the next run knows it. Returns whether
 * everything was done.
 */
export async function arrange(side: ArrangedSide, arrangement: Arrangement): Promise<boolean> {
  const { positions } = side;
  const { places, targets, removals, inParallel } = arrangement;
  const pending = new Map([...places].filter(([key, place]) => !isThere(positions, key, place)));
  const failed = new Set<string>();
  const blockers = new Set<string>();
  const mark = (place: Place, key?: string): void => {
    const blocker = positions.occupant(place);
    if (blocker !== undefined && blocker !== key && removals.has(blocker)) blockers.add(blocker);
  };
  for (const place of targets) mark(place);
  for (const [key, place] of pending) mark(place, key);

  const isReady = (key: string, place: Place): boolean => {
    const occupant = positions.occupant(place);
    if (occupant !== undefined && occupant !== key) return false;
    return positions.has(place.parent) && !positions.isWithin(place.parent, key);
  };
  const act = async (key: string, place: Place): Promise<void> => {
    const done = await (positions.has(key) ? side.move(key, place) : side.createFolder(key, place));
    if (!done) failed.add(key);
  };

  while (pending.size > 0 || blockers.size > 0) {
    const removable = [...blockers].filter((key) => canRemove(positions, key, pending, removals));
    const batch = distinct([...pending].filter(([key, place]) => isReady(key, place)));
    if (removable.length + batch.length === 0) {
      // In others something stays that could not be moved out.
      const empties = [...blockers].filter((key) =>
        [...positions.below(key)].every((inner) => pending.has(inner) || removals.has(inner)),
      );
      const aside = [...pending.keys()].find(
        (key) =>
          positions.has(key) &&
          !isAside(positions, key) &&
          (isSwapped(key, pending, positions) || empties.some((folder) => positions.isWithin(key, folder))),
      );
      if (aside === undefined || !(await side.move(aside, { parent: ROOT, name: MOVING_PREFIX + aside }))) return false;
      continue;
    }
    await inParallel(removable, async (key) => {
      blockers.delete(key);
      if (!(await side.remove(key))) failed.add(key);
    });
    await inParallel(
      batch.map(([key]) => key),
      async (key) => {
        const place = pending.get(key)!;
        pending.delete(key);
        await act(key, place);
      },
    );
  }
  return failed.size === 0;
}

function isThere(positions: Positions, key: string, place: Place): boolean {
  const current = positions.placeOf(key);
  return current !== undefined && isSamePlace(current, place);
}

const isAside = (positions: Positions, key: string): boolean => positions.placeOf(key)?.name === MOVING_PREFIX + key;

/** Whether an item is in the place of another one that waits, or the folder of its place is in it. */
function isSwapped(key: string, pending: ReadonlyMap<string, Place>, positions: Positions): boolean {
  return [...pending].some(([other, place]) => other !== key && positions.occupant(place) === key);
}

/** A folder can be removed once nothing in it is to be moved out of it. */
function canRemove(
  positions: Positions,
  key: string,
  pending: ReadonlyMap<string, Place>,
  removals: ReadonlySet<string>,
): boolean {
  for (const inner of positions.below(key)) if (pending.has(inner) || !removals.has(inner)) return false;
  return true;
}

/** Leaves out what would take a place that another one takes at the same time. */
function distinct(ready: readonly [key: string, place: Place][]): [key: string, place: Place][] {
  const taken = new Set<string>();
  return ready.filter(([, { parent, name }]) => {
    const slot = `${parent}/${name}`;
    return !taken.has(slot) && taken.add(slot) !== undefined;
  });
}
