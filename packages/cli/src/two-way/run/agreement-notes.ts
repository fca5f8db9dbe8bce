import { isUnchanged } from '../disk/local-writes.ts';
import { type BaseNode, contentOf, isSamePlace, type Stamp } from '../engine/states.ts';
import type { Plan, Unit } from '../engine/unit.ts';
import { baseFrom } from '../journal/lines.ts';
import type { RunDeps } from './run-deps.ts';
import type { LocalSide, RemoteSide } from './sides.ts';

/** Clocks of file systems are coarse: of files that were changed this shortly before they were read, the stamp proves nothing. */
const SETTLED_MS = 2000;

const isSettled = ({ mtime, ctime }: Stamp, readAt: number): boolean => Math.max(mtime, ctime) + SETTLED_MS <= readAt;

/** Notes in the journal what both sides have in common. */
export class AgreementNotes {
  readonly #here: LocalSide;
  readonly #there: RemoteSide;
  readonly #deps: RunDeps;

  constructor(here: LocalSide, there: RemoteSide, deps: RunDeps) {
    this.#here = here;
    this.#there = there;
    this.#deps = deps;
  }

  /** What is in the same place on both sides by now, and complete if its content was equal before. */
  places(kept: readonly Unit[]): void {
    for (const unit of kept) {
      const [one, other] = [this.#here.positions.placeOf(unit.key), this.#there.positions.placeOf(unit.key)];
      if (one === undefined || other === undefined || !isSamePlace(one, other)) continue;
      const { content, time } = unit.decision;
      if (content === 'none' && time === 'none') this.#whole(unit);
      else if (unit.base !== undefined) this.#placeOnly(unit, unit.base);
    }
  }

  /** An item whose content and time are equal on both sides. `readAt` undefined: this run wrote the file. */
  agree(key: string, stamp: Stamp, readAt: number | undefined): void {
    const node = this.#deps.mirror.find(this.#there.keyOf(key));
    if (node === undefined) return;
    const isProof = node.kind === 'folder' || readAt === undefined || isSettled(stamp, readAt);
    this.#deps.journal.agree(
      node.id,
      baseFrom(node, { localName: this.#here.nameOf(key) ?? node.name, stamp, isSettled: isProof }),
    );
  }

  /** What is on neither side any more, and what is left alone without being here. */
  forgotten({ units, leftThere }: Plan): void {
    for (const { key, existence, base, local } of units.values()) {
      const isAlone = local === undefined && leftThere.has(key);
      if (base !== undefined && (existence === 'forget' || isAlone)) this.#deps.journal.forget(key);
    }
  }

  #whole({ key, kind, base, local }: Unit): void {
    const stamp = this.#here.stampOf(key);
    const node = this.#deps.mirror.find(this.#there.keyOf(key));
    if (stamp === undefined || node === undefined) return;
    // A folder changes with each change in it.
    const isKnown =
      base !== undefined &&
      isSamePlace(base, node) &&
      base.content === contentOf(node) &&
      base.modifiedAt === node.modifiedAt &&
      base.localName === this.#here.nameOf(key) &&
      (kind === 'folder'
        ? base.stamp.ino === stamp.ino && base.stamp.birth === stamp.birth
        : isUnchanged(base.stamp, stamp)) &&
      (base.isSettled || !isSettled(stamp, this.#deps.scannedAt));
    if (isKnown) return;
    const wasMoved = local !== undefined && stamp !== local.stamp;
    const wasSettled = base?.isSettled === true && local !== undefined && isUnchanged(base.stamp, local.stamp);
    this.agree(
      key,
      stamp,
      wasMoved && (wasSettled || isSettled(local.stamp, this.#deps.scannedAt)) ? undefined : this.#deps.scannedAt,
    );
  }

  #placeOnly({ key, local }: Unit, base: BaseNode): void {
    const node = this.#deps.mirror.find(key);
    const stamp = this.#here.stampOf(key);
    if (node === undefined || stamp === undefined || local === undefined) return;
    const localName = this.#here.nameOf(key) ?? node.name;
    if (isSamePlace(base, node) && base.localName === localName) return;
    const isSameFile = isUnchanged(base.stamp, local.stamp);
    this.#deps.journal.agree(key, {
      ...base,
      parent: node.parent,
      name: node.name,
      localName,
      stamp: isSameFile ? stamp : base.stamp,
    });
  }
}
