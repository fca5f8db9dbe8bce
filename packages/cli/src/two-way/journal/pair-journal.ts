import { crc32 } from 'node:zlib';
import type { BaseNode, RemoteNode } from '../engine/states.ts';
import { isEqual } from '../engine/tree-digest.ts';
import { baseFrom, formatLine, type JournalHeader, type JournalLine, parseLine } from './lines.ts';

/** Where a journal is kept. */
export interface JournalStore {
  /** undefined if there is none. */
  read(): Promise<Buffer | undefined>;
  append(text: string): void;
  /** Replaces everything, durably and at once. */
  replace(text: string): Promise<void>;
}

/** Lines that are gathered before they are written. */
const GATHERED = 256;
/** Lines beyond those that a new journal would have, before one is written. */
const SUPERFLUOUS = 2000;
/** Begins the line of a seal. */
const SEALED = '["sealed",';

/**
 * What both sides agreed on, and what the server had when it was last asked. Each step of a run is a line, appended once its effect
 * is durable: a journal may know less than is true, which costs a comparison, but never more.
 *
 * The items of a sealed journal are read when something asks for them, which a run without changes never does.
 */
export class PairJournal {
  readonly #store: JournalStore;
  readonly #remote = new Map<string, RemoteNode>();
  readonly #base = new Map<string, BaseNode>();
  #gathered: JournalLine[] = [];
  #lines = 0;
  /** CRC-32 of all lines in the store. */
  #checksum = 0;
  /** Lines before the seal, which are parsed when they are needed. */
  #unread: Buffer | undefined;
  #unreadItems = 0;
  /** Digest of the tree of this computer when both sides were equal; undefined after a step that changed an item. */
  #sealedTree: string | undefined;
  /** Whether the last line in the store says so. */
  #isSealWritten = false;
  header: JournalHeader | undefined;
  cursor = '';
  days: readonly string[] = [];
  /** Folders that a run was about to trash when it was killed. */
  readonly trashing = new Set<string>();
  /** The names of a file in whose move a run was killed. */
  moving: { readonly from: string; readonly to: string } | undefined;

  private constructor(store: JournalStore) {
    this.#store = store;
  }

  static async open(store: JournalStore): Promise<PairJournal> {
    const journal = new PairJournal(store);
    const bytes = (await store.read()) ?? Buffer.alloc(0);
    if (journal.#openSealed(bytes)) return journal;
    journal.#checksum = crc32(bytes);
    const end = bytes.lastIndexOf('\n') + 1;
    // Without a line that is lost, the others may be wrong: as a journal that is lost as a whole, it deletes nothing.
    if (!journal.#parse(bytes.subarray(0, end))) return new PairJournal(store);
    // The last line of a killed run is cut off.
    if (end < bytes.length) await journal.#rewrite();
    return journal;
  }

  get remote(): ReadonlyMap<string, RemoteNode> {
    this.#load();
    return this.#remote;
  }

  get base(): ReadonlyMap<string, BaseNode> {
    this.#load();
    return this.#base;
  }

  /** Items that both sides agreed on. */
  get items(): number {
    return this.#unread === undefined ? this.#base.size : this.#unreadItems;
  }

  /** Digest of the tree with which this computer is equal to what the server had when it was last asked; undefined: unknown. */
  get sealedTree(): string | undefined {
    return this.#sealedTree;
  }

  /** Notes that both sides are equal if the tree of this computer has this digest; undefined: unknown. */
  seal(tree: string | undefined): void {
    if (tree !== this.#sealedTree) this.#isSealWritten = false;
    this.#sealedTree = tree;
  }

  /** Returns false unless the last line is a seal, and all before is as it was then. */
  #openSealed(bytes: Buffer): boolean {
    const start = bytes.lastIndexOf('\n', -2) + 1;
    const last = bytes.toString('utf8', start);
    if (!last.startsWith(SEALED) || !last.endsWith('\n')) return false;
    const line = parseLine(last);
    if (line === undefined || line === 'damaged' || line[0] !== 'sealed') return false;
    const { checksum, tree, items, header, cursor, days } = line[1];
    const before = bytes.subarray(0, start);
    if (crc32(before) !== checksum) return false;
    this.#checksum = crc32(last, checksum);
    this.#unread = before;
    this.#unreadItems = items;
    this.#sealedTree = tree;
    this.#isSealWritten = true;
    Object.assign(this, { header, cursor, days });
    return true;
  }

  #load(): void {
    const bytes = this.#unread;
    if (bytes === undefined) return;
    this.#unread = undefined;
    if (!this.#parse(bytes)) throw new Error('the journal can no longer be read');
  }

  /** Returns false if a line is damaged. */
  #parse(bytes: Buffer): boolean {
    const lines = bytes.toString('utf8').split('\n');
    lines.pop();
    for (const text of lines) {
      const line = parseLine(text);
      if (line === 'damaged') return false;
      if (line !== undefined) this.#apply(line);
    }
    this.#lines = lines.length;
    return true;
  }

  /** Applies and notes a step. */
  note(line: JournalLine): void {
    this.#load();
    this.#apply(line);
    this.#isSealWritten = false;
    if (line[0] !== 'cursor' && line[0] !== 'days') this.#sealedTree = undefined;
    this.#gathered.push(line);
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
    const lines = withoutRepeated(this.#gathered).map(formatLine);
    const text = `${lines.join('\n')}\n`;
    this.#store.append(text);
    this.#checksum = crc32(text, this.#checksum);
    this.#lines += lines.length;
    this.#gathered = [];
  }

  /** Forgets everything: the sides are merged as in a first run. */
  async restart(header: JournalHeader): Promise<void> {
    this.#gathered = [];
    this.#unread = undefined;
    this.#sealedTree = undefined;
    this.cursor = '';
    this.#remote.clear();
    this.#base.clear();
    this.trashing.clear();
    this.moving = undefined;
    this.header = header;
    await this.#rewrite();
  }

  /** Writes the gathered lines, and the journal anew if most of it is out of date. */
  async close(): Promise<void> {
    if (this.#unread !== undefined) return;
    const needed = this.#remote.size + this.#base.size;
    if (this.#lines + this.#gathered.length > needed + SUPERFLUOUS) await this.#rewrite();
    else this.flush();
    const { header, cursor, days } = this;
    const isWhole = this.trashing.size === 0 && this.moving === undefined;
    if (this.#sealedTree === undefined || this.#isSealWritten || header === undefined || !isWhole) return;
    const seal = { checksum: this.#checksum, tree: this.#sealedTree, items: this.#base.size, header, cursor, days };
    this.#gathered.push(['sealed', seal]);
    this.flush();
    this.#isSealWritten = true;
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
    const text = `${lines.join('\n')}\n`;
    await this.#store.replace(text);
    this.#checksum = crc32(text);
    this.#isSealWritten = false;
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
        this.#remote.set(line[1].id, line[1]);
        break;
      case 'gone':
        this.#remote.delete(line[1]);
        break;
      case 'agreed':
        this.#base.set(line[1], line[2]);
        break;
      case 'forgotten':
        this.#base.delete(line[1]);
        break;
      case 'equal':
        this.#remote.set(line[1].id, line[1]);
        this.#base.set(line[1].id, baseFrom(line[1], line[2]));
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
      // An earlier seal, or a line of a later version.
      default:
    }
  }
}

/**
 * Leaves out what the server has if the agreement on it follows, which says the same. Not if a cursor stands between them: if the
 * lines are cut off behind it, the server never tells the item again.
 */
function withoutRepeated(lines: readonly JournalLine[]): JournalLine[] {
  const equalLater = new Set<string>();
  const kept = lines.toReversed().filter((line) => {
    if (line[0] === 'cursor') equalLater.clear();
    else if (line[0] === 'equal') equalLater.add(line[1].id);
    return line[0] !== 'there' || !equalLater.has(line[1].id);
  });
  return kept.toReversed();
}
