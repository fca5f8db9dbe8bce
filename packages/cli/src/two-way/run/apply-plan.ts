import { inParallel } from '../../shell/parallel.ts';
import { isUnchanged } from '../disk/local-writes.ts';
import { arrange } from '../engine/arrange.ts';
import { isSamePlace, type LocalNode, type Place, type Stamp } from '../engine/states.ts';
import { isRemoved, placeOf, type Plan, type Unit } from '../engine/unit.ts';
import { AgreementNotes } from './agreement-notes.ts';
import type { RunDeps } from './run-deps.ts';
import { COPY_PREFIX, LocalSide, RemoteSide } from './sides.ts';
import { TransferRun } from './transfer-run.ts';

export interface Applied {
  /** Whether something could not be done because a side has changed meanwhile: another look is needed. */
  readonly isOutdated: boolean;
  /** Files and folders that were deleted. */
  readonly removals: number;
}

/** Carries out a plan: first places, then contents, and deletions last, unless something failed. */
export async function applyPlan(plan: Plan, nodes: readonly LocalNode[], deps: RunDeps): Promise<Applied> {
  if ([...plan.units.values()].every(isQuiet)) return { isOutdated: false, removals: 0 };
  const { fold, parallel, signal, journal } = deps;
  const here = new LocalSide(nodes, fold, deps);
  const there = new RemoteSide(fold, deps);
  const notes = new AgreementNotes(here, there, deps);
  const kept = [...plan.units.values()].filter((unit) => unit.existence !== 'leave' && !isRemoved(unit));
  const copies = splitConflicts(plan, here);
  const transfers = new TransferRun({ kept, copies, here, there, notes }, deps);

  const removals = removableOf(plan, deps);
  const isArrangedThere = await arrange(there, {
    places: new Map(kept.filter(isWantedThere).map(toPlace)),
    targets: transfers.uploadPlaces(),
    removals: removals.there,
    inParallel: (keys, work) => inParallel(keys, parallel, signal, work),
  });
  signal.throwIfAborted();
  const isArrangedHere = await arrange(here, {
    places: new Map([...kept.filter((unit) => isWantedHere(unit, here)).map(toPlace), ...copies]),
    targets: transfers.downloadPlaces(),
    removals: removals.here,
    // Paths change with each step.
    inParallel: (keys, work) => inParallel(keys, 1, signal, work),
  });
  signal.throwIfAborted();
  notes.places(kept);
  journal.flush();
  const isTransferred = await transfers.run();
  signal.throwIfAborted();
  journal.flush();
  const isOutdated = !isArrangedThere || !isArrangedHere || !isTransferred;
  // Another look decides what is to be deleted now.
  const isRemovedToo = isOutdated || deps.hasFailed() ? false : await removeAll(plan, here, there, deps);
  notes.forgotten(plan);
  return {
    isOutdated: isOutdated || (!isRemovedToo && !deps.hasFailed()),
    removals: isRemovedToo ? removals.here.size + removals.there.size : 0,
  };
}

/** Whether there is nothing to do about an item, and nothing to note: that of nearly all in nearly all runs. */
function isQuiet({ existence, decision, base, local, remote, place }: Unit): boolean {
  if (existence === 'leave') return base === undefined || local !== undefined;
  if (existence !== 'keep' || base === undefined || local === undefined || remote === undefined) return false;
  const { content, time } = decision;
  return (
    content === 'none' &&
    time === 'none' &&
    base.isSettled &&
    base.localName === local.realName &&
    base.modifiedAt === remote.modifiedAt &&
    isSamePlace(base, place) &&
    isSamePlace(remote, place) &&
    isSamePlace(placeOf(local), place) &&
    (local.kind === 'folder' ? isSameFolder(base.stamp, local.stamp) : isUnchanged(base.stamp, local.stamp))
  );
}

/** A folder changes with each change in it. */
const isSameFolder = (one: Stamp, other: Stamp): boolean => one.ino === other.ino && one.birth === other.birth;

/** Items of the server that are to be removed, and those of this computer; none if the run removes nothing. */
function removableOf({ units }: Plan, { removesNothing }: RunDeps): { here: Set<string>; there: Set<string> } {
  const keysOf = (existence: Unit['existence']): Set<string> =>
    new Set(
      removesNothing ? [] : [...units.values()].filter((unit) => unit.existence === existence).map(({ key }) => key),
    );
  return { here: keysOf('delete here'), there: keysOf('delete there') };
}

const toPlace = ({ key, place }: Unit): [string, Place] => [key, place];

const isWantedThere = ({ kind, remote }: Unit): boolean => remote !== undefined || kind === 'folder';
const isWantedHere = ({ key, kind }: Unit, { positions }: LocalSide): boolean =>
  positions.has(key) || kind === 'folder';

/**
 * Gives the file of this computer, of which the server has another content, a key and a place of its own. Returns the places of these
 * copies.
 */
function splitConflicts({ units, conflicts }: Plan, here: LocalSide): Map<string, Place> {
  const copies = new Map<string, Place>();
  for (const [key, name] of conflicts) {
    const { local, place } = units.get(key)!;
    if (local === undefined) continue;
    here.positions.remove(key);
    here.add(COPY_PREFIX + key, local);
    copies.set(COPY_PREFIX + key, { parent: place.parent, name });
  }
  return copies;
}

/** Returns false if something was not removed because it has changed. */
async function removeAll(plan: Plan, here: LocalSide, there: RemoteSide, deps: RunDeps): Promise<boolean> {
  const { parallel, signal, mirror, removesNothing } = deps;
  const removals = removableOf(plan, deps);
  if (removesNothing || removals.here.size + removals.there.size === 0) return true;
  let isDone = true;
  if (removals.there.size > 0) {
    // What the feed does not tell by now was changed at the very moment, and comes back.
    if ((await mirror.refresh()) > 0) return false;
    const outermost = [...removals.there].filter(
      (key) => there.positions.has(key) && !removals.there.has(there.positions.placeOf(key)!.parent),
    );
    await inParallel(outermost, parallel, signal, async (key) => {
      isDone = (await there.remove(key)) && isDone;
    });
    signal.throwIfAborted();
    if ((await mirror.refresh()) > 0) isDone = false;
    there.forgetRemoved();
  }
  // Content before folders.
  const inner = [...removals.here].filter((key) => here.positions.has(key));
  const depthOf = (key: string): number => here.pathOf(key).split('/').length;
  const ordered = inner.map((key) => ({ key, depth: depthOf(key) })).toSorted((a, b) => b.depth - a.depth);
  for (const { key } of ordered) {
    signal.throwIfAborted();
    isDone = (await here.removeOne(key)) && isDone;
  }
  return isDone;
}
