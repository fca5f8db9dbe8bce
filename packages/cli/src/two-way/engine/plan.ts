import { decide, type Existence } from './decide.ts';
import { type PlaceNaming, settlePlaces } from './settle-places.ts';
import { type BaseNode, contentOf, type LocalNode, type Place, type RemoteNode, type Version } from './states.ts';
import { isMovedAside, isRemoved, placeOf, type Plan, type Unit } from './unit.ts';

export interface PlanInput extends PlaceNaming {
  readonly base: ReadonlyMap<string, BaseNode>;
  readonly remote: ReadonlyMap<string, RemoteNode>;
  /** Items of the server that are left alone, with the reason. */
  readonly remoteStays: ReadonlyMap<string, string>;
  /** Everything on this computer, each with its key. */
  readonly locals: Iterable<LocalNode>;
  /** Of files. */
  readonly localContentOf: (node: LocalNode) => string;
}

/** Plans a run without changing anything. */
export function planTwoWay(input: PlanInput): Plan {
  const units = new Map<string, Unit>();
  const locals = new Map<string, LocalNode>();
  for (const node of input.locals) locals.set(node.key, node);
  for (const key of new Set([...input.base.keys(), ...input.remote.keys(), ...locals.keys()]))
    units.set(key, toUnit(key, locals.get(key), input));
  leaveDoubtful(units);
  keepMovedFolders(units);
  keepFoldersOfSurvivors(units);
  const conflicts = settlePlaces(units, input);
  return { units, conflicts, leftThere: new Set(input.remoteStays.keys()) };
}

function toUnit(key: string, local: LocalNode | undefined, input: PlanInput): Unit {
  const { base: bases, remote: remotes, remoteStays } = input;
  const base = bases.get(key);
  const remote = remotes.get(key);
  const decision = decide(
    base && { place: base, content: base.content, modifiedAt: base.modifiedAt },
    local && versionOf(local, base, input),
    remote && { place: settled(key, remote, base), content: contentOf(remote), modifiedAt: remote.modifiedAt },
  );
  const isLeft = local?.stays !== undefined || local?.isUncertain === true || remoteStays.has(key);
  const localPlace = local && settled(key, placeOf(local), base);
  const isPlacedByLocal = remote === undefined || (localPlace !== undefined && decision.place === 'to server');
  return {
    key,
    kind: (local ?? remote ?? base)!.kind,
    base,
    local,
    remote,
    decision,
    existence: isLeft ? 'leave' : decision.existence,
    place: (isPlacedByLocal ? localPlace : settled(key, remote, base)) ?? base ?? { parent: '', name: '' },
    isPlacedByLocal,
  };
}

/** The place of an item, before an interrupted run moved it out of the way of another one. */
const settled = (key: string, place: Place, base: BaseNode | undefined): Place =>
  base !== undefined && isMovedAside(key, place) ? base : place;

function versionOf(node: LocalNode, base: BaseNode | undefined, { localContentOf }: PlanInput): Version {
  const isSameTime = base !== undefined && node.stamp.mtime === base.stamp.mtime;
  return {
    place: settled(node.key, placeOf(node), base),
    content: node.kind === 'folder' ? null : localContentOf(node),
    modifiedAt: node.kind === 'folder' ? null : isSameTime ? base.modifiedAt : node.stamp.mtime,
  };
}

/** What is missing here may be a file that can't be read at its new place, or in a folder that can't be. */
function leaveDoubtful(units: ReadonlyMap<string, Unit>): void {
  const inodes = new Set<number>();
  const folders = new Set<string>();
  for (const { key, local } of units.values()) {
    if (local?.isUncertain !== true) continue;
    inodes.add(local.stamp.ino);
    if (local.kind === 'folder') folders.add(key);
  }
  if (inodes.size === 0) return;
  const isBelowUnreadable = (unit: Unit | undefined): boolean =>
    unit?.base !== undefined && (folders.has(unit.base.parent) || isBelowUnreadable(units.get(unit.base.parent)));
  for (const unit of units.values()) {
    if (unit.local !== undefined || unit.base === undefined) continue;
    if (inodes.has(unit.base.stamp.ino) || isBelowUnreadable(unit)) unit.existence = 'leave';
  }
}

/** A folder that was moved on one side and deleted on the other stays, with all that was deleted with it. */
function keepMovedFolders(units: ReadonlyMap<string, Unit>): void {
  const children = Map.groupBy(
    [...units.values()].filter(({ existence }) => existence === 'delete here' || existence === 'delete there'),
    ({ base }) => base?.parent ?? '',
  );
  if (children.size === 0) return;
  const isMoved = ({ kind, base, existence }: Unit): boolean =>
    kind === 'folder' && base !== undefined && (existence === 'create here' || existence === 'create there');
  const waiting = [...units.values()].filter(isMoved);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const child of children.get(folder.key) ?? []) {
      if (child.existence !== removalBy(folder.existence)) continue;
      child.existence = folder.existence;
      if (child.kind === 'folder') waiting.push(child);
    }
  }
}

const removalBy = (existence: Unit['existence']): Existence =>
  existence === 'create here' ? 'delete there' : 'delete here';

/** A folder is not removed while anything in it stays. */
function keepFoldersOfSurvivors(units: ReadonlyMap<string, Unit>): void {
  for (const unit of units.values()) {
    if (isRemoved(unit)) continue;
    for (const key of parentsOf(unit)) keepFolder(units, key);
  }
}

function keepFolder(units: ReadonlyMap<string, Unit>, key: string): void {
  for (
    let folder = units.get(key);
    folder !== undefined && folder.existence !== 'forget' && isRemoved(folder);
    folder = units.get(folder.place.parent)
  )
    folder.existence = folder.existence === 'delete here' ? 'create there' : 'create here';
}

/** Keys of the folders in which something of the item is, in the end. */
function parentsOf({ existence, place, local, remote }: Unit): string[] {
  if (existence !== 'leave') return [place.parent];
  return [...(local === undefined ? [] : [placeOf(local).parent]), ...(remote === undefined ? [] : [remote.parent])];
}
