import { type BaseNode, contentOf, isSamePlace, type RemoteNode } from '../engine/states.ts';
import { baseFrom, formatLine, type JournalHeader, type JournalLine, parseLine } from './lines.ts';

/** Where a journal is kept. */
export interface JournalStore {
  /** undefined if there is none. */
  read(): Promise<string | undefined>;
  append(text: string): void;
  /** Replaces everything, durably and at once. */
  replace(text: string): Promise<void>;
}

/** Lines that are gathered before they are written. */
const GATHERED = 256;
/** Lines beyond those that a new journal would have, before one is written. */
const SUPERFLUOUS = 2000;

/**
 * What both sides agreed on, and what the server had when it was last asked. Each step of a run is a line, appended once its effect
 * is durable: a journal may know less than is true, which costs a comparison, but never more.
 */
export class PairJournal {
  readonly #store: JournalStore;
  #gathered: string[] = [];
  #lines = 0;
  header: JournalHeader | undefined;
  cursor = '';
  days: readonly string[] = [];
  readonly remote = new Map<string, RemoteNode>();
  readonly base = new Map<string, BaseNode>();
  /** Folders that a run was about to trash when it was killed. */
  readonly trashing = new Set<string>();
  /** The names of a file in whose move a run was killed. */
  moving: { readonly from: string; readonly to: string } | undefined;

  private constructor(store: JournalStore) {
    this.#store = store;
  }

  static async open(store: JournalStore): Promise<PairJournal> {
    const journal = new PairJournal(store);
    const lines = ((await store.read()) ?? '').split('\n');
    // The last line of a killed run is cut off.
    const cut = lines.pop();
    for (const text of lines) {
      const line = parseLine(text);
      // Without a line that is lost, the others may be wrong: as a journal that is lost as a whole, it deletes nothing.
      if (line === 'damaged') return new PairJournal(store);
      if (line !== undefined) journal.#apply(line);
      journal.#lines++;
    }
    if (cut !== '') await journal.#rewrite();
    return journal;
  }

  /** Applies and notes a step. */
  note(line: JournalLine): void {
    this.#apply(line);
    this.#gathered.push(formatLine(line));
    if (this.#gathered.length >= GATHERED) this.flush();
  }

  /** Notes what the server has, unless that is known. */
  there(node: RemoteNode): void {
    this.note(['there', node]);
  }

  gone(id: string): void {
    if (this.remote.has(id)) this.note(['gone', id]);
  }

  /** Notes what both sides agree on. */
  agree(key: string, base: BaseNode): void {
    const remote = this.remote.get(key);
    if (remote !== undefined && isEqual(remote, base)) this.note(['equal', remote, base]);
    else this.note(['agreed', key, base]);
  }

  forget(key: string): void {
    if (this.base.has(key)) this.note(['forgotten', key]);
  }

  /** Writes the gathered lines. */
  flush(): void {
    if (this.#gathered.length === 0) return;
    this.#store.append(`${this.#gathered.join('\n')}\n`);
    this.#lines += this.#gathered.length;
    this.#gathered = [];
  }

  /** Forgets everything: the sides are merged as in a first run. */
  async restart(header: JournalHeader): Promise<void> {
    this.#gathered = [];
    this.cursor = '';
    this.remote.clear();
    this.base.clear();
    this.trashing.clear();
    this.moving = undefined;
    this.header = header;
    await this.#rewrite();
  }

  /** Writes the gathered lines, and the journal anew if most of it is out of date. */
  async close(): Promise<void> {
    const needed = this.remote.size + this.base.size;
    if (this.#lines + this.#gathered.length > needed + SUPERFLUOUS) await this.#rewrite();
    else this.flush();
  }

  async #rewrite(): Promise<void> {
    const lines: string[] = [];
    const add = (line: JournalLine): void => void lines.push(formatLine(line));
    if (this.header !== undefined) add(['header', this.header]);
    add(['days', this.days]);
    for (const remote of this.remote.values()) {
      const base = this.base.get(remote.id);
      if (base !== undefined && isEqual(remote, base)) add(['equal', remote, base]);
      else add(['there', remote]);
    }
    for (const [key, base] of this.base) {
      const remote = this.remote.get(key);
      if (remote === undefined || !isEqual(remote, base)) add(['agreed', key, base]);
    }
    for (const id of this.trashing) add(['trashing', id]);
    add(['cursor', this.cursor]);
    await this.#store.replace(`${lines.join('\n')}\n`);
    this.#gathered = [];
    this.#lines = lines.length;
  }

  #apply(line: JournalLine): void {
    switch (line[0]) {
      case 'header':
        this.header = line[1];
        break;
      case 'cursor':
        this.cursor = line[1];
        break;
      case 'days':
        this.days = line[1];
        break;
      case 'there':
        this.remote.set(line[1].id, line[1]);
        break;
      case 'gone':
        this.remote.delete(line[1]);
        break;
      case 'agreed':
        this.base.set(line[1], line[2]);
        break;
      case 'forgotten':
        this.base.delete(line[1]);
        break;
      case 'equal':
        this.remote.set(line[1].id, line[1]);
        this.base.set(line[1].id, baseFrom(line[1], line[2]));
        break;
      case 'trashing':
        this.trashing.add(line[1]);
        break;
      case 'trashed':
        this.trashing.delete(line[1]);
        break;
      case 'moving':
        this.moving = { from: line[1], to: line[2] };
        break;
      case 'moved':
        this.moving = undefined;
        break;
      // A line of a later version.
      default:
    }
  }
}

const isEqual = (remote: RemoteNode, base: BaseNode): boolean =>
  isSamePlace(remote, base) && contentOf(remote) === base.content && remote.modifiedAt === base.modifiedAt;
