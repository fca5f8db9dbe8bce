import type { Decision, Existence } from './decide.ts';
import { type BaseNode, type Kind, type LocalNode, type Place, type RemoteNode, ROOT } from './states.ts';

/** An item with its states on both sides, and what the plan makes of it. */
export interface Unit {
  readonly key: string;
  readonly kind: Kind;
  readonly base: BaseNode | undefined;
  readonly local: LocalNode | undefined;
  readonly remote: RemoteNode | undefined;
  readonly decision: Decision;
  /** That of the decision, unless rules for folders keep what it would remove. `leave`: neither side changes. */
  existence: Existence | 'leave';
  /** Where it is in the end; meaningless for what is removed. */
  place: Place;
  /** Whether the place is that of this computer, which gives way in a conflict. */
  isPlacedByLocal: boolean;
}

export interface Plan {
  readonly units: ReadonlyMap<string, Unit>;
  /** Files whose content was changed on both sides, with the name that the copy of this computer gets. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** Items of the server that are left alone. */
  readonly leftThere: ReadonlySet<string>;
}

/** Begins the names of items that make room for others during a run; the key of the item follows. */
export const MOVING_PREFIX = '.drive-moving-';

export const placeOf = ({ parent, name }: LocalNode): Place => ({ parent: parent?.key ?? ROOT, name });

export const isRemoved = ({ existence }: Pick<Unit, 'existence'>): boolean =>
  existence === 'delete here' || existence === 'delete there' || existence === 'forget';

/** Whether an interrupted run left an item out of the way of another one. */
export const isMovedAside = (key: string, { parent, name }: Place): boolean =>
  parent === ROOT && name === MOVING_PREFIX + key;
