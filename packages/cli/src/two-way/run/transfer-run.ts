import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { inParallel } from '../../shell/parallel.ts';
import { isUnchanged, moveToFree, putInPlace, stagingPath, folderOf } from '../disk/local-writes.ts';
import type { Place, RemoteNode } from '../engine/states.ts';
import type { Unit } from '../engine/unit.ts';
import { isBusy } from '../remote/remote-failures.ts';
import type { AgreementNotes } from './agreement-notes.ts';
import type { RunDeps } from './run-deps.ts';
import { attempt, type LocalSide, type RemoteSide } from './sides.ts';

interface Upload {
  readonly key: string;
  readonly place: Place;
  /** The item whose content is replaced; undefined: it is new. */
  readonly replaces: RemoteNode | undefined;
}

interface Download {
  readonly key: string;
  readonly place: Place;
  readonly isReplacing: boolean;
}

export interface TransferInput {
  readonly kept: readonly Unit[];
  /** Copies of this computer of files with two contents, by their own keys. */
  readonly copies: ReadonlyMap<string, Place>;
  readonly here: LocalSide;
  readonly there: RemoteSide;
  readonly notes: AgreementNotes;
}

/** Copies contents and times in both directions. */
export class TransferRun {
  readonly #input: TransferInput;
  readonly #deps: RunDeps;
  readonly #uploads: Upload[] = [];
  readonly #downloads: Download[] = [];
  readonly #times: Unit[] = [];

  constructor(input: TransferInput, deps: RunDeps) {
    this.#input = input;
    this.#deps = deps;
    for (const unit of input.kept) this.#add(unit);
    for (const [key, place] of input.copies) this.#uploads.push({ key, place, replaces: undefined });
  }

  uploadPlaces(): Place[] {
    return this.#uploads.map(({ place }) => place);
  }

  downloadPlaces(): Place[] {
    return this.#downloads.map(({ place }) => place);
  }

  /** Returns whether all was done. */
  async run(): Promise<boolean> {
    const { parallel, signal, transfers, mirror } = this.#deps;
    let isDone = true;
    const count = (done: boolean): void => void (isDone = done && isDone);
    transfers.expect(this.#downloads.flatMap(({ key }) => mirror.find(key) ?? []));
    const work = [
      ...this.#uploads.map((upload) => () => this.#upload(upload)),
      ...this.#downloads.map((download) => () => this.#download(download)),
      ...this.#times.map((unit) => () => this.#setTime(unit)),
    ];
    await inParallel(work, parallel, signal, async (one) => count(await one()));
    return isDone;
  }

  #add(unit: Unit): void {
    const { key, kind, existence, decision, place, remote, local } = unit;
    if (kind === 'folder') return;
    if (existence === 'create there') this.#uploads.push({ key, place, replaces: undefined });
    else if (existence === 'create here') this.#downloads.push({ key, place, isReplacing: false });
    else if (decision.content === 'to server') this.#uploads.push({ key, place, replaces: remote });
    else if (decision.content === 'from server') this.#downloads.push({ key, place, isReplacing: local !== undefined });
    else if (decision.content === 'conflict') this.#downloads.push({ key, place, isReplacing: false });
    else if (decision.time !== 'none') this.#times.push(unit);
  }

  async #upload({ key, place, replaces }: Upload): Promise<boolean> {
    const { here, there, notes } = this.#input;
    const { disk, mirror, journal, transfers, report, scannedAt } = this.#deps;
    if (!here.positions.has(key) || !there.positions.has(place.parent)) return false;
    const stamp = here.stampOf(key);
    const path = here.pathOf(key);
    return this.#attempt(path, async () => {
      const at = replaces === undefined ? place : mirror.find(key);
      if (stamp === undefined || at === undefined || !isUnchanged(stamp, (await disk.find(path))?.stamp)) return false;
      if (replaces !== undefined && replaces.sha256 === null) return false;
      const folderId = there.idOf(at.parent);
      const target = { folderId, name: at.name, size: stamp.size, replaces: replaces?.sha256 ?? undefined };
      const item = await transfers.upload(path, target);
      const { id } = mirror.put(item);
      if (replaces === undefined) {
        // It may take the place of one that the server has no longer.
        if (id !== key) journal.forget(key);
        there.created(key, id, place);
      }
      const isSame = isUnchanged(stamp, (await disk.find(path))?.stamp);
      // Another file may have come to have this name and the same content.
      if (replaces !== undefined && id !== key) return false;
      notes.agree(key, stamp, isSame ? scannedAt : 0);
      await report.step({ action: 'upload', side: 'server', path, size: stamp.size, replaced: replaces !== undefined });
      return isSame;
    });
  }

  async #download({ key, place, isReplacing }: Download): Promise<boolean> {
    const { here, notes } = this.#input;
    const { disk, mirror, transfers, report } = this.#deps;
    const node = mirror.find(key);
    const occupant = here.positions.occupant(place);
    const isFree = occupant === undefined || (isReplacing && occupant === key);
    if (node === undefined || !here.positions.has(place.parent) || !isFree) return false;
    const path = isReplacing && here.positions.has(key) ? here.pathOf(key) : here.pathIn(place);
    return this.#attempt(path, async () => {
      const staged = await stagingPath(disk, key);
      await transfers.download(node, staged);
      const replaced = isReplacing ? here.stampOf(key) : undefined;
      if (!(await putInPlace(disk, staged, path, replaced, (old) => this.#keep(old, path)))) return false;
      const found = await disk.find(path);
      if (found === undefined || found.stamp.size !== node.size) return false;
      here.written(key, place, found.stamp);
      notes.agree(key, found.stamp, undefined);
      await report.step({ action: 'download', side: 'here', path, size: node.size, replaced: isReplacing });
      return true;
    });
  }

  /** A content that was written at the very moment in which it was replaced. */
  async #keep(old: string, path: string): Promise<void> {
    const { disk, conflictName, journal } = this.#deps;
    const folder = folderOf(path);
    const name = path.slice(folder === '' ? 0 : folder.length + 1);
    for (let number = 0; ; number++) {
      let skipped = 0;
      const free = conflictName(name, () => skipped++ < number);
      const notes = { begin: () => journal.flush(), end: () => {} };
      if (await moveToFree(disk, old, folder === '' ? free : `${folder}/${free}`, notes)) return;
    }
  }

  #setTime(unit: Unit): Promise<boolean> {
    const { here, there, notes } = this.#input;
    const { disk, client, mirror, report, signal, scannedAt } = this.#deps;
    const { key, decision, local, remote } = unit;
    if (local === undefined || remote === undefined) return Promise.resolve(true);
    const path = here.pathOf(key);
    return this.#attempt(path, async () => {
      const found = await disk.find(path);
      const stamp = here.stampOf(key);
      const node = mirror.find(key);
      if (stamp === undefined || node === undefined || !isUnchanged(stamp, found?.stamp)) return false;
      if (decision.time === 'to server') {
        const modifiedAt = new Date(stamp.mtime).toISOString();
        mirror.put(await client.files.update(there.keyOf(key), { modifiedAt }, { ifMatch: node.tag, signal }));
      } else if (node.modifiedAt !== null) await disk.setTime(path, node.modifiedAt);
      const now = await disk.find(path);
      if (now === undefined || now.stamp.size !== stamp.size) return false;
      here.setStamp(key, now.stamp);
      notes.agree(key, now.stamp, decision.time === 'to server' ? scannedAt : undefined);
      await report.step({ action: 'set-time', side: decision.time === 'to server' ? 'server' : 'here', path });
      return true;
    });
  }

  #attempt(path: string, work: () => Promise<boolean>): Promise<boolean> {
    const { report, onFailure } = this.#deps;
    return attempt(
      path,
      async () => {
        try {
          return await work();
        } catch (error) {
          // The server had another content by then.
          if (isDriveErrorOf(error, 'checksum_mismatch')) return false;
          if (!isBusy(error)) throw error;
          await report.failed(path, error);
          onFailure();
          return false;
        }
      },
      { report, onFailure },
    );
  }
}
