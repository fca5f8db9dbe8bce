import { isSameTime } from '../../sync/plan-sync.ts';
import { isSamePlace, type Version } from './states.ts';

/** On which side an item is in the end, and what it takes. */
export type Existence =
  /** Nothing is left of it. */
  | 'forget'
  | 'delete here'
  | 'delete there'
  /** Copied from the server: it is missing here. */
  | 'create here'
  | 'create there'
  | 'keep';

/** Which side takes over a property from the other one. */
export type Direction = 'none' | 'to server' | 'from server';

export interface Decision {
  readonly existence: Existence;
  readonly place: Direction;
  /** `conflict`: the file of this computer gets another name, and that of the server its place. */
  readonly content: Direction | 'conflict';
  readonly time: Direction;
}

/**
 * Decides what happens to one item, from its last state that both sides agreed on, and its states on this computer and on the
 * server; undefined: it is not there. Of two changes of the same property, the server's is kept, but no content is lost: a
 * deletion never wins over a change, and two contents become two files.
 */
export function decide(base: Version | undefined, local: Version | undefined, remote: Version | undefined): Decision {
  if (local === undefined && remote === undefined) return only('forget');
  if (local === undefined)
    return only(base !== undefined && isSameVersion(base, remote!) ? 'delete there' : 'create here');
  if (remote === undefined)
    return only(base !== undefined && isSameVersion(base, local) ? 'delete here' : 'create there');
  const content = decideContent(base, local, remote);
  return {
    existence: 'keep',
    place: decidePlace(base, local, remote),
    content,
    time: content === 'none' ? decideTime(base, local, remote) : 'none',
  };
}

const only = (existence: Existence): Decision => ({ existence, place: 'none', content: 'none', time: 'none' });

const isSameVersion = (one: Version, other: Version): boolean =>
  isSamePlace(one.place, other.place) && one.content === other.content && hasSameTime(one, other);

const hasSameTime = (one: Version, other: Version): boolean =>
  one.modifiedAt === other.modifiedAt || isSameTime(one.modifiedAt, other.modifiedAt);

function decidePlace(base: Version | undefined, local: Version, remote: Version): Direction {
  if (isSamePlace(local.place, remote.place)) return 'none';
  return base !== undefined && isSamePlace(base.place, remote.place) ? 'to server' : 'from server';
}

function decideContent(base: Version | undefined, local: Version, remote: Version): Direction | 'conflict' {
  if (local.content === remote.content) return 'none';
  if (base?.content === remote.content) return 'to server';
  return base?.content === local.content ? 'from server' : 'conflict';
}

function decideTime(base: Version | undefined, local: Version, remote: Version): Direction {
  // A file without a time on the server may have any time here.
  if (hasSameTime(local, remote) || (base === undefined && remote.modifiedAt === null)) return 'none';
  return base !== undefined && hasSameTime(base, remote) ? 'to server' : 'from server';
}
