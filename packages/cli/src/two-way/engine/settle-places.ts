import { ROOT } from './states.ts';
import { isRemoved, placeOf, type Unit } from './unit.ts';

export interface PlaceNaming {
  readonly fold: (name: string) => string;
  readonly conflictName: (name: string, isTaken: (name: string) => boolean) => string;
}

/**
 * Makes the places of all that stays possible together: no folder is in itself, and no two items have one place. What the server
 * has keeps its place; what this computer placed there gets the name of a conflict. Returns the names for copies of files with
 * two contents.
 */
export function settlePlaces(units: ReadonlyMap<string, Unit>, naming: PlaceNaming): Map<string, string> {
  for (const unit of units.values()) if (unit.kind === 'folder' && !isRemoved(unit)) breakCycle(unit, units);
  const slots = new Slots(naming);
  for (const { existence, local, remote } of units.values()) {
    if (existence !== 'leave') continue;
    if (local !== undefined) slots.take(placeOf(local).parent, local.name);
    if (remote !== undefined) slots.takeThere(remote.parent, remote.name);
  }
  const placed = [...units.values()].filter((unit) => unit.existence !== 'leave' && !isRemoved(unit));
  for (const isPlacedByLocal of [false, true]) {
    for (const unit of placed) {
      if (unit.isPlacedByLocal !== isPlacedByLocal) continue;
      const { parent, name } = unit.place;
      unit.place = { parent, name: slots.take(parent, name) };
    }
  }
  const conflicts = new Map<string, string>();
  for (const { key, place, decision } of placed) {
    if (decision.content === 'conflict') conflicts.set(key, slots.take(place.parent, place.name));
  }
  return conflicts;
}

class Slots {
  readonly #naming: PlaceNaming;
  readonly #taken = new Set<string>();
  /** The server distinguishes names that are one name here. */
  readonly #takenThere = new Set<string>();

  constructor(naming: PlaceNaming) {
    this.#naming = naming;
  }

  /** Takes a place on the server alone. */
  takeThere(parent: string, name: string): void {
    this.#takenThere.add(`${parent}/${name}`);
  }

  /** Takes a place, under the name of a conflict if it is taken. Returns the name. */
  take(parent: string, name: string): string {
    const slotOf = (one: string): string => `${parent}/${this.#naming.fold(one)}`;
    const isTaken = (one: string): boolean => this.#taken.has(slotOf(one)) || this.#takenThere.has(`${parent}/${one}`);
    const free = isTaken(name) ? this.#naming.conflictName(name, isTaken) : name;
    this.#taken.add(slotOf(free));
    return free;
  }
}

/** Each side moved one of two folders into the other: the server's place of one of them breaks the circle. */
function breakCycle(start: Unit, units: ReadonlyMap<string, Unit>): void {
  const seen = new Set<Unit>();
  let at: Unit | undefined = start;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    if (at.place.parent === ROOT) return;
    at = units.get(at.place.parent);
  }
  if (at === undefined) return;
  // All that is seen from here on is part of the circle.
  const first = at;
  do {
    if (at.isPlacedByLocal && at.remote !== undefined) {
      at.place = at.remote;
      at.isPlacedByLocal = false;
      return breakCycle(start, units);
    }
    at = units.get(at.place.parent)!;
  } while (at !== first);
}
