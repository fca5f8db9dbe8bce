import assert from 'node:assert/strict';
import { dayMs, hourMs } from '@drive/base';
import { endpoints, errorStatus } from '@drive/contract';
import { answerOf, expectFairName, lookAt, lookAtAll, same, told } from './tree-looks.ts';
import { nobody, pathOf, say, TreeReference, type Node, type OpenUpload, type Place } from './tree-reference.ts';
import type { Fatal, Look, Step, StepThenLook } from './tree-steps.ts';
import { Crash, type MortalSubject, type Outcome, type SubjectUpload, type TreeSubject } from './tree-subject.ts';
import { readContents } from './tree-tallies.ts';

const retentionMs = 30 * dayMs;
const versionsMs = 30 * dayMs;

interface WantedFile extends Pick<OpenUpload, 'name' | 'place' | 'onConflict'> {
  readonly bytes: number;
}

/** Applies every step to a subject and to the reference, and compares their results. */
export class TreeModel {
  readonly #subject: TreeSubject & Partial<MortalSubject>;
  readonly #reference: TreeReference;
  readonly #uploads = new Map<OpenUpload, SubjectUpload>();
  /** Steps and results, for reading a counterexample. */
  readonly #story: string[] = [];
  #uploaded = 0;
  #deathsAtJobs = 0;

  constructor(subject: TreeSubject, quotaBytes: number) {
    this.#subject = subject;
    this.#reference = new TreeReference(quotaBytes);
  }

  async live(life: readonly StepThenLook[]): Promise<void> {
    await this.#tell(async () => {
      for (const { step, looks } of life) {
        this.#subject.clock.advance(1);
        await this.#perform(step);
        await this.#checkContents();
        for (const look of looks) await this.#look(look);
      }
      this.#story.push('  look at everything');
      await lookAtAll(this.#subject, this.#reference);
    });
  }

  /** Adds the history to an error. */
  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Error) error.message = `${error.message}\n\n${this.#story.join('\n')}\n`;
      throw error;
    }
  }

  /**
   * Waits for all work in progress. Returns how many thumbnails without a row may remain: one for each crash during a
   * job.
   */
  async settle(): Promise<{ readonly strayThumbnails: number }> {
    for (const upload of this.#reference.open.slice()) await this.#cancel(upload);
    await this.#workOff();
    return { strayThumbnails: this.#deathsAtJobs };
  }

  /** Purges everything; if failures are allowed, first the disk fails, and then the process dies after some steps. */
  async clear(dieAfter: number): Promise<void> {
    await this.#tell(async () => {
      for (const node of this.#reference.childrenOf(null)) await this.#trash(node);
      await this.#perform({ do: 'empty' });
      await this.#perform({ do: 'breakDisk', deletions: dieAfter % 4 });
      await this.#subject.drain();
      this.#subject.clock.advance(2 * hourMs);
      await this.#die('drain', nobody(), dieAfter);
      await this.#workOff();
      await this.#look({ at: 'trash', includeFolders: true });
      await this.#look({ at: 'folder', place: 0, sort: 'name', page: 1, limit: 50 });
      same(this.#reference.usage(), { stored: 0, trash: 0, reserved: 0 });
    });
  }

  /** Runs all jobs with a working disk, and retries failed ones. */
  async #workOff(): Promise<void> {
    this.#subject.failDeletions?.(0);
    this.#subject.clock.advance(2 * hourMs);
    await this.#subject.drain();
  }

  /** Every content and the quota are exactly as the reference has them. Returns the bytes of versions of purged files. */
  async #checkContents(): Promise<number> {
    const { contents, usage, lingering } = await readContents(this.#subject.database, this.#subject.ownerId);
    same(contents, this.#reference.contents());
    const { stored, ...others } = this.#reference.usage();
    same(usage, { stored: stored + lingering, ...others });
    return lingering;
  }

  #look(look: Look): Promise<void> {
    this.#story.push(`  look ${JSON.stringify(look)}`);
    return lookAt(this.#subject, this.#reference, look, { items: this.#items(), places: this.#places() });
  }

  /** All items, then an unknown one. */
  #items(): Node[] {
    return [...this.#reference.nodes, nobody()];
  }

  /** Alive ones. */
  #files(): Node[] {
    return this.#reference.nodes.filter(({ isFolder, fate }) => !isFolder && fate === 'alive');
  }

  /** The root, every folder ever created, a file if there is one, and an unknown item. */
  #places(): Place[] {
    const { nodes } = this.#reference;
    const file = nodes.find(({ isFolder }) => !isFolder);
    return [null, ...nodes.filter(({ isFolder }) => isFolder), ...(file === undefined ? [] : [file]), nobody()];
  }

  #item(index: number): Node {
    const items = this.#items();
    return items[index % items.length]!;
  }

  #place(index: number): Place {
    const places = this.#places();
    return places[index % places.length]!;
  }

  async #perform(step: Step): Promise<void> {
    const reference = this.#reference;
    const subject = this.#subject;
    switch (step.do) {
      case 'folder':
        return this.#createFolder(step.name, this.#place(step.place));
      case 'reserve':
      case 'upload': {
        const upload = await this.#reserve({ ...step, place: this.#place(step.place) });
        return step.do === 'upload' && upload !== undefined ? this.#finish(upload) : undefined;
      }
      case 'put':
        return this.#put({ ...step, place: this.#place(step.place) });
      case 'replace':
        return this.#replace(step);
      case 'restoreVersion':
      case 'removeVersion': {
        const files = () => this.#files().filter(({ versions }) => versions.length > 0);
        if (files().length === 0) await this.#replace({ item: step.item, bytes: 1, by: 'put' });
        return this.#changeVersion(step.do, oneOf([...files(), this.#item(step.item)], step.item)!, step.version);
      }
      case 'finish':
      case 'cancel': {
        const upload = reference.open[step.upload % Math.max(reference.open.length, 1)];
        if (upload === undefined) return;
        return step.do === 'finish' ? this.#finish(upload) : this.#cancel(upload);
      }
      case 'rename':
        return this.#change(this.#item(step.item), { name: step.name });
      case 'move':
        return this.#change(this.#item(step.item), { to: this.#place(step.place) });
      case 'moveAndRename':
        return this.#change(this.#item(step.item), { name: step.name, to: this.#place(step.place) });
      case 'moveMany':
        return this.#moveMany(
          step.items.map((index) => this.#item(index)),
          this.#place(step.place),
        );
      case 'trashMany':
      case 'restoreMany':
      case 'purgeMany':
        return this.#changeMany(
          step.do,
          step.items.map((index) => this.#item(index)),
        );
      case 'trash':
        return this.#trash(this.#item(step.item));
      case 'restore':
        return this.#restore(this.#item(step.item));
      case 'purge': {
        const node = this.#item(step.item);
        const what = `purge ${say(node)}`;
        const refusals = reference.purge(node);
        return this.#did(what, await subject.call(endpoints.purgeFile, at(node)), refusals);
      }
      case 'empty':
        for (const node of reference.trashedBefore(Infinity)) reference.purge(node);
        return this.#did('empty the trash', await subject.call(endpoints.emptyTrash, {}), []);
      case 'wait':
        // An open upload would expire, which is not part of the model.
        for (const upload of reference.open.slice()) await this.#cancel(upload);
        this.#story.push(`wait ${step.days} days`);
        subject.clock.advance(step.days * dayMs);
        return this.#sweep();
      case 'drain':
        this.#story.push('drain');
        return subject.drain();
      case 'restart':
        this.#story.push('restart');
        return subject.restart();
      case 'breakDisk':
        this.#story.push(`fail ${step.deletions} deletions of bytes`);
        subject.failDeletions?.(step.deletions);
        return;
      case 'die':
        return this.#die(step.in, this.#item(step.item), step.after);
    }
  }

  async #createFolder(name: string, place: Place): Promise<void> {
    const { clock } = this.#subject;
    const refusals = this.#reference.createFolder(name, place);
    const outcome = await this.#subject.call(endpoints.createFolder, { body: { name, parentId: place?.id } });
    const answer = this.#did(`create ${JSON.stringify(name)} in ${say(place)}`, outcome, refusals);
    if (answer === undefined) return;
    const facts = { id: answer.id, isFolder: true, sizeBytes: 0, createdAt: clock.now(), name, parent: place };
    same(told(answer), this.#reference.tell(this.#reference.add(facts)));
  }

  /** No two contents have the same size, so that there is one right order by size, and the size tells the content. */
  #sizeOf(bytes: number): number {
    this.#uploaded += 1;
    return bytes * 64 + this.#uploaded;
  }

  async #reserve({ name, place, bytes, onConflict }: WantedFile): Promise<OpenUpload | undefined> {
    const upload = { place, name, sizeBytes: this.#sizeOf(bytes), onConflict };
    const refusals = this.#reference.reserve(upload, await this.#checkContents());
    const outcome = await this.#subject.reserve({
      name,
      folderId: place?.id ?? null,
      bytes: upload.sizeBytes,
      onConflict,
    });
    const what = `reserve ${upload.sizeBytes} bytes for ${JSON.stringify(name)} (${onConflict}) in ${say(place)}`;
    const answer = this.#did(what, outcome, refusals);
    if (answer === undefined) return undefined;
    this.#uploads.set(upload, answer);
    return upload;
  }

  async #finish(upload: OpenUpload): Promise<void> {
    const { name, sizeBytes } = upload;
    const { refusals, place, replaced } = this.#reference.takeOpen(upload);
    const outcome = await this.#uploads.get(upload)!.finish();
    const added = this.#did(`finish ${JSON.stringify(name)} in ${say(place)}`, outcome, refusals);
    if (added !== undefined) this.#keep(added, { name, sizeBytes, place, replaced });
  }

  async #put({ place, below, name, bytes, onConflict }: WantedFile & { below: readonly string[] }): Promise<void> {
    const names = place === null ? [] : [...pathOf(place), place].map((node) => node.name);
    const wanted = { folders: [...names, ...below], name, sizeBytes: this.#sizeOf(bytes), onConflict };
    const put = this.#reference.put(wanted, await this.#checkContents());
    const outcome = await this.#subject.put({ ...wanted, bytes: wanted.sizeBytes });
    const what = `put ${wanted.sizeBytes} bytes (${onConflict}) to /${[...wanted.folders, name].join('/')}`;
    const answer = this.#did(what, outcome, put.refusals);
    if (answer === undefined) return;
    let parent = put.place;
    for (const [index, folderName] of put.missing.entries()) {
      const path = wanted.folders.slice(0, wanted.folders.length - put.missing.length + index + 1).join('/');
      const found = answerOf(await this.#subject.call(endpoints.getFileByPath, { query: { path: `/${path}` } }), [])!;
      const facts = { id: found.id, isFolder: true, sizeBytes: 0, createdAt: this.#subject.clock.now() };
      parent = this.#reference.add({ ...facts, name: folderName, parent });
    }
    const node = this.#keep(answer, { ...wanted, place: parent, replaced: put.replaced });
    same(told(answer), this.#reference.tell(node));
  }

  /** Records what was stored: a file, or the new content of one. */
  #keep(
    added: { readonly id: string; readonly name: string },
    {
      name,
      sizeBytes,
      place,
      replaced,
    }: Pick<OpenUpload, 'name' | 'sizeBytes' | 'place'> & { replaced: Node | undefined },
  ): Node {
    const now = this.#subject.clock.now();
    if (replaced !== undefined) {
      same({ id: added.id, name: added.name }, { id: replaced.id, name: replaced.name });
      this.#reference.replace(replaced, sizeBytes, now);
      return replaced;
    }
    const taken = new Set(this.#reference.childrenOf(place).map((child) => child.name));
    expectFairName(name, added.name, taken);
    const facts = { id: added.id, isFolder: false, sizeBytes, createdAt: now, name: added.name, parent: place };
    return this.#reference.add(facts);
  }

  /** Replaces an alive file; stores one if there is none. */
  async #replace({ item, bytes, by }: Pick<Step & { do: 'replace' }, 'item' | 'bytes' | 'by'>): Promise<void> {
    const { name, parent } = oneOf(this.#files(), item) ?? { name: 'a', parent: null };
    const wanted = { name, place: parent, bytes, onConflict: 'replace' as const };
    if (by === 'put') return this.#put({ ...wanted, below: [] });
    const upload = await this.#reserve(wanted);
    if (upload !== undefined) await this.#finish(upload);
  }

  async #changeVersion(what: 'restoreVersion' | 'removeVersion', node: Node, index: number): Promise<void> {
    const { versions, version: current } = node;
    const number = versions[index % (versions.length + 1)]?.version ?? current;
    const request = { params: { id: node.id, version: String(number) } };
    const story = `${what} ${number} of ${say(node)}`;
    if (what === 'removeVersion') {
      const refusals = this.#reference.removeVersion(node, number);
      this.#did(story, await this.#subject.call(endpoints.deleteFileVersion, request), refusals);
      return;
    }
    const refusals = this.#reference.restoreVersion(node, number, this.#subject.clock.now());
    const answer = this.#did(story, await this.#subject.call(endpoints.restoreFileVersion, request), refusals);
    if (answer !== undefined) same(told(answer), this.#reference.tell(node));
  }

  async #cancel(upload: OpenUpload): Promise<void> {
    this.#reference.takeOpen(upload);
    this.#story.push(`cancel ${JSON.stringify(upload.name)}`);
    await this.#uploads.get(upload)!.cancel();
  }

  async #change(node: Node, { name, to }: { name?: string; to?: Place }): Promise<void> {
    const moving = to === undefined ? '' : ` into ${say(to)}`;
    const what = `make of ${say(node)}${name === undefined ? '' : ` ${JSON.stringify(name)}`}${moving}`;
    const refusals = this.#reference.change(node, { name, to });
    const body = { name, ...destination(to) };
    const answer = this.#did(what, await this.#subject.call(endpoints.updateFile, { ...at(node), body }), refusals);
    if (answer !== undefined) same(told(answer), this.#reference.tell(node));
  }

  async #moveMany(nodes: readonly Node[], to: Place): Promise<void> {
    const what = `move ${nodes.map(say).join(', ')} into ${say(to)}`;
    const moved: Node[] = [];
    const failed: { id: string; statuses: number[] }[] = [];
    for (const node of new Set(nodes)) {
      const refusals = this.#reference.change(node, { to });
      if (refusals.length === 0) moved.push(node);
      else failed.push({ id: node.id, statuses: refusals.map((code) => errorStatus[code]) });
    }
    const body = { ids: nodes.map(({ id }) => id), ...destination(to) };
    const answer = this.#did(what, await this.#subject.call(endpoints.moveFiles, { body }), [])!;
    // Small batches are one transaction, and each result is the state after it.
    same(
      answer.moved.map(told),
      moved.map((node) => this.#reference.tell(node)),
    );
    same(
      answer.failed.map(({ id }) => id),
      failed.map(({ id }) => id),
    );
    for (const [index, { statuses }] of failed.entries()) assert(statuses.includes(answer.failed[index]!.status));
  }

  async #changeMany(what: 'trashMany' | 'restoreMany' | 'purgeMany', nodes: readonly Node[]): Promise<void> {
    const reference = this.#reference;
    const updated: Node[] = [];
    const failed: { id: string; status: number }[] = [];
    for (const node of new Set(nodes)) {
      const refusals = {
        trashMany: () => reference.trash(node, this.#subject.clock.now()),
        restoreMany: () => reference.restore(node),
        purgeMany: () => reference.purge(node),
      }[what]();
      if (refusals.length === 0) updated.push(node);
      else failed.push({ id: node.id, status: errorStatus[refusals[0]!] });
    }
    const endpoint = {
      trashMany: endpoints.trashFiles,
      restoreMany: endpoints.restoreFiles,
      purgeMany: endpoints.purgeFiles,
    };
    const body = { ids: nodes.map(({ id }) => id) };
    const answer = this.#did(
      `${what} ${nodes.map(say).join(', ')}`,
      await this.#subject.call(endpoint[what], { body }),
      [],
    )!;
    same(
      answer.failed.map(({ id, status }) => ({ id, status })),
      failed,
    );
    same(
      answer.updated.map(({ id }) => id),
      updated.map(({ id }) => id),
    );
    // Purged items are returned in their former state.
    if (what === 'purgeMany') return;
    same(
      answer.updated.map(told),
      updated.map((node) => {
        const item = reference.tell(node);
        return what === 'trashMany' && node.isFolder ? { ...item, size: null } : item;
      }),
    );
  }

  async #trash(node: Node): Promise<void> {
    const what = `trash ${say(node)}`;
    const refusals = this.#reference.trash(node, this.#subject.clock.now());
    this.#did(what, await this.#subject.call(endpoints.trashFile, at(node)), refusals);
  }

  async #restore(node: Node): Promise<void> {
    const what = `restore ${say(node)}`;
    const refusals = this.#reference.restore(node);
    const answer = this.#did(what, await this.#subject.call(endpoints.restoreFile, at(node)), refusals);
    if (answer !== undefined) same(told(answer), this.#reference.tell(node));
  }

  async #sweep(): Promise<void> {
    for (const node of this.#reference.trashedBefore(this.#subject.clock.now() - retentionMs))
      this.#reference.purge(node);
    this.#reference.expireVersions(this.#subject.clock.now() - versionsMs);
    this.#story.push('sweep');
    await this.#subject.sweep();
  }

  /**
   * A crash during an operation: each affected item is completely changed or unchanged, and then the operation
   * continues.
   */
  async #die(within: Fatal, node: Node, after: number): Promise<void> {
    const { dieAfter, isDead } = this.#subject;
    if (dieAfter === undefined || isDead === undefined) return;
    const reference = this.#reference;
    const work: Record<Fatal, { readonly touches: readonly Node[]; run(): Promise<unknown> }> = {
      purge: { touches: [node], run: () => this.#subject.call(endpoints.purgeFile, at(node)) },
      empty: { touches: reference.trashedBefore(Infinity), run: () => this.#subject.call(endpoints.emptyTrash, {}) },
      sweep: {
        touches: reference.trashedBefore(this.#subject.clock.now() - retentionMs),
        run: () => this.#subject.sweep(),
      },
      drain: { touches: [], run: () => this.#subject.drain() },
    };
    const { touches, run } = work[within];
    dieAfter(after);
    await run().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    const died = isDead();
    if (died && within === 'drain') this.#deathsAtJobs += 1;
    await this.#subject.restart();
    this.#story.push(`${died ? 'die' : 'die only after'} ${within} ${touches.map(say).join(', ')}, then restart`);
    for (const each of touches) {
      if (typeof each.fate === 'string') continue;
      const row = await this.#subject.database.reader
        .selectFrom('items')
        .select('state')
        .where('id', '=', each.id)
        .executeTakeFirstOrThrow();
      if (row.state === 'purging' || row.state === 'purged') reference.purge(each);
      else assert(died, `${say(each)} is still there`);
    }
    // A sweep does not record its completion.
    if (within === 'sweep') await this.#sweep();
  }

  #did<T>(what: string, outcome: Outcome<T>, refusals: Parameters<typeof answerOf>[1]): T | undefined {
    this.#story.push(`${what}: ${'answer' in outcome ? 'done' : outcome.refused}`);
    return answerOf(outcome, refusals);
  }
}

const oneOf = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];
const at = ({ id }: Node) => ({ params: { id } });
const destination = (to: Place | undefined) =>
  to === undefined ? {} : to === null ? { moveToRoot: true } : { parentId: to.id };
