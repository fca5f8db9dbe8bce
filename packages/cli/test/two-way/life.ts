import { DriveClient } from '@drive/sdk';
import fc from 'fast-check';
import type { Drive, TestUser } from '../../../server/test/drive.ts';
import { chooseRetries } from '../../src/connection/retries.ts';
import { Machine, type RunFaults, sha256 } from './machine.ts';

/** Numbers choose among what exists. */
export interface Act {
  readonly kind: (typeof acts)[number];
  readonly on: number;
  readonly to: number;
  readonly name: string;
}

const acts = [
  'write',
  'write',
  'write',
  'overwrite',
  'overwrite',
  'save anew',
  'touch',
  'folder',
  'move',
  'move',
  'move folder',
  'swap',
  'remove',
  'remove folder',
  'replace by folder',
] as const;

export type Event =
  | { readonly kind: 'edit'; readonly by: number; readonly act: Act }
  | { readonly kind: 'web'; readonly act: Act }
  | { readonly kind: 'sync'; readonly by: number }
  | { readonly kind: 'killed sync'; readonly by: number; readonly at: number }
  | { readonly kind: 'sync without network'; readonly by: number; readonly from: number; readonly length: number }
  | {
      readonly kind: 'sync while edited';
      readonly by: number;
      readonly at: number;
      readonly actor: number;
      readonly act: Act;
    }
  | { readonly kind: 'journal lost'; readonly by: number }
  /** Files are at rest, so that their stamps prove their contents. */
  | { readonly kind: 'a while' }
  | { readonly kind: 'sync without role'; readonly by: number; readonly at: number };

/** The owner of the folder: the user, another user who shares it, or a team drive. */
export type Whose = 'own' | 'shared' | 'drive';

export interface Life {
  readonly whose: Whose;
  readonly machines: number;
  readonly events: readonly Event[];
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...acts),
  on: fc.nat(30),
  to: fc.nat(30),
  name: fc.constantFrom('a', 'b', 'c', 'd.txt', 'é'),
});
const by = fc.nat(2);

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('edit' as const), by, act }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('web' as const), act }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sync' as const), by }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('killed sync' as const), by, at: fc.nat(200) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sync without network' as const),
      by,
      from: fc.nat(20),
      length: fc.integer({ min: 1, max: 10 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('sync while edited' as const),
      by,
      at: fc.nat(150),
      actor: fc.nat(3),
      act,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('journal lost' as const), by }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('a while' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync without role' as const), by, at: fc.nat(100) }) },
);

export const life: fc.Arbitrary<Life> = fc.record({
  whose: fc.constantFrom('own', 'own', 'shared', 'drive'),
  machines: fc.constantFrom(2, 2, 3),
  events: fc.array(event, { minLength: 8, maxLength: 60, size: 'max' }),
});

/** How often a run did what, in all lives; `incomplete` counts runs that were killed or failed. */
export const figures = new Map<string, number>();
const count = (what: string): void => void figures.set(what, (figures.get(what) ?? 0) + 1);

/** Rounds of runs until nothing is left to do. */
const mostRounds = 12;

const clientOf = (drive: Drive, { key }: TestUser): DriveClient => {
  const client = new DriveClient({ baseUrl: drive.url, apiKey: key, maxRetries: 0 });
  chooseRetries(client, 0);
  return client;
};

/** The role of a user on a folder of another owner. */
class Role {
  readonly #client: DriveClient;
  readonly #folderId: string;
  readonly #email: string;
  #accessId: string | undefined;

  constructor(client: DriveClient, folderId: string, { email }: TestUser) {
    this.#client = client;
    this.#folderId = folderId;
    this.#email = email;
  }

  async give(): Promise<void> {
    if (this.#accessId !== undefined) return;
    const grants = [{ email: this.#email, role: 'editor' as const }];
    const { access } = await this.#client.access.give(this.#folderId, { grants, notify: false });
    this.#accessId = access.find(
      ({ principal, inheritedFrom }) =>
        principal.type === 'user' && inheritedFrom === null && principal.email === this.#email,
    )?.id;
  }

  async end(): Promise<void> {
    if (this.#accessId === undefined) return;
    await this.#client.access.revoke(this.#folderId, this.#accessId);
    this.#accessId = undefined;
  }
}

/** Several computers, a browser, and one server. */
export class World {
  readonly #drive: Drive;
  readonly #client: DriveClient;
  readonly #id: number;
  /** The synchronized folder; null: the root of the user. */
  readonly #folderId: string | null;
  readonly #role: Role | undefined;
  readonly machines: Machine[];
  #now = Date.parse('2026-11-26T14:03:00Z');
  #written = 0;
  /** SHA-256 of all contents. */
  readonly #contents = new Map<string, string>();
  /** Contents of which somebody removed or overwrote a copy. */
  readonly #touched = new Set<string>();
  readonly #onServer = new Set<string>();

  private constructor(
    drive: Drive,
    owner: TestUser,
    {
      user,
      folderId,
      machines,
    }: { readonly user: TestUser; readonly folderId: string | null; readonly machines: number },
  ) {
    this.#drive = drive;
    this.#id = owner.userId;
    this.#client = clientOf(drive, owner);
    this.#folderId = folderId;
    this.#role = folderId === null ? undefined : new Role(this.#client, folderId, user);
    const isOfOthers = folderId !== null;
    const place = { folderId, isOfOthers, user, url: () => drive.url, now: () => (this.#now += 1) };
    this.machines = Array.from({ length: machines }, (_, index) => new Machine({ ...place, host: `pc${index}` }));
  }

  static async begin(drive: Drive, { whose, machines }: Life): Promise<World> {
    const owner = await drive.createUser();
    if (whose === 'own') return new World(drive, owner, { user: owner, folderId: null, machines });
    const { files, drives } = clientOf(drive, owner);
    const folderId =
      whose === 'drive'
        ? (await drives.create({ name: `Team ${owner.userId}` })).rootId
        : (await files.createFolder({ name: 'Shared' })).id;
    const world = new World(drive, owner, { user: await drive.createUser(), folderId, machines });
    await world.#role?.give();
    return world;
  }

  async live({ events }: Life): Promise<void> {
    for (const each of events) await this.#happen(each);
  }

  /** Runs all until both sides of each are equal. */
  async settle(): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      let isQuiet = true;
      for (const machine of this.machines) {
        this.#now += 60_000;
        const { steps, failures, error, isComplete } = await machine.run();
        if (error !== undefined) throw error;
        if (!isComplete) throw new Error(`not complete: ${JSON.stringify(failures)}`);
        for (const { action, side } of steps) count(`${action} ${side}`);
        if (steps.length > 0) isQuiet = false;
      }
      if (isQuiet) return;
    }
    throw new Error('the computers do not come to rest');
  }

  /** Contents or `/` by path, of each computer and of the server. */
  async trees(): Promise<Record<string, string>[]> {
    const there: Record<string, string> = {};
    for await (const { path, type, sha256: content } of this.#client.files.tree(this.#in))
      there[path] = type === 'folder' ? '/' : (content ?? '');
    return [there, ...this.machines.map(({ disk }) => treeOf(disk))];
  }

  /** Contents that are nowhere, though nobody removed them, or that are not in the tree, though nobody touched them. */
  async lost(): Promise<string[]> {
    const [tree = {}] = await this.trees();
    const inTree = new Set(Object.values(tree));
    const anywhere = new Set([...inTree, ...(await this.#keptOnServer())]);
    for (const { disk } of this.machines)
      for (const path of disk.paths()) if (!path.endsWith('/')) anywhere.add(sha256(disk.read(path)));
    const uploaded = new Set([...this.#onServer, ...this.machines.flatMap((machine) => [...machine.uploaded])]);
    return [...this.#contents].flatMap(([digest, text]) => {
      if (!this.#touched.has(digest)) return inTree.has(digest) ? [] : [`${text} is not in the tree`];
      return anywhere.has(digest) || !uploaded.has(digest) ? [] : [`${text} is nowhere`];
    });
  }

  /** Contents that are in the tree more than once. */
  async doubled(): Promise<string[]> {
    const [tree = {}] = await this.trees();
    const files = Object.entries(tree).filter(([, content]) => content !== '/');
    return files
      .filter(([path, content]) => files.some(([other, same]) => other !== path && same === content))
      .map(([path]) => path);
  }

  /** Contents that the server has, of files, of trashed ones, and of versions. */
  async #keptOnServer(): Promise<string[]> {
    const { reader } = this.#drive.database;
    const rows = [
      ...(await reader.selectFrom('items').select('sha256').execute()),
      ...(await reader.selectFrom('file_versions').select('sha256').execute()),
    ];
    return rows.flatMap((row) => row.sha256 ?? []);
  }

  /** The folder, in queries. */
  get #in(): { readonly folderId?: string } {
    return this.#folderId === null ? {} : { folderId: this.#folderId };
  }

  async #happen(each: Event): Promise<void> {
    this.#now += each.kind === 'a while' ? 5000 : 1 + (each.kind.length % 3);
    if (each.kind === 'a while') return;
    if (each.kind === 'web') return this.#web(each.act);
    const machine = this.machines[each.by % this.machines.length]!;
    if (each.kind === 'edit') return this.#edit(machine, each.act);
    if (each.kind === 'journal lost') return machine.loseJournal();
    if (machine.isSealed) count('after a sealed run');
    const { steps, isComplete } = await machine.run(this.#faultsOf(each));
    await this.#role?.give();
    for (const { action, side } of steps) count(`${action} ${side}`);
    if (!isComplete) count('incomplete');
  }

  #faultsOf(each: Event): RunFaults {
    switch (each.kind) {
      case 'killed sync':
        return { killAt: each.at };
      case 'sync without network':
        return { outage: each };
      case 'sync while edited': {
        const actor = this.machines[each.actor];
        return {
          edit: { at: each.at, act: () => (actor === undefined ? this.#web(each.act) : this.#edit(actor, each.act)) },
        };
      }
      case 'sync without role':
        return { edit: { at: each.at, act: () => this.#role?.end() } };
      default:
        return {};
    }
  }

  #content(): Buffer {
    const text = `content ${(this.#written += 1)}`;
    const bytes = Buffer.from(`${text} of ${this.#id}`.padEnd(40));
    this.#contents.set(sha256(bytes), text);
    return bytes;
  }

  #edit({ disk }: Machine, { kind, on, to, name }: Act): void {
    const all = disk.paths().filter((path) => !path.startsWith('.drive-'));
    const files = all.filter((path) => !path.endsWith('/'));
    const folders = ['', ...all.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))];
    const file = files[on % Math.max(files.length, 1)];
    const folder = folders[to % folders.length]!;
    const inner = folders[1 + (on % Math.max(folders.length - 1, 1))];
    const target = folder === '' ? name : `${folder}/${name}`;
    const touch = (path: string): void => {
      for (const each of disk.isFolder(path) ? disk.paths(path) : [path])
        if (!each.endsWith('/')) this.#touched.add(sha256(disk.read(each)));
    };
    const isInto = (from: string): boolean => `${target}/`.startsWith(`${from}/`);
    switch (kind) {
      case 'write':
        if (!disk.has(target)) disk.write(target, this.#content());
        break;
      case 'overwrite':
      case 'save anew':
        if (file === undefined) break;
        touch(file);
        if (kind === 'save anew') disk.remove(file);
        disk.write(file, this.#content());
        break;
      case 'touch':
        if (file !== undefined) disk.touch(file, this.#now - 1_000_000 * (to + 1));
        break;
      case 'folder':
        if (!disk.has(target)) disk.makeFolder(target);
        break;
      case 'move':
        if (file !== undefined && !disk.has(target)) disk.move(file, target);
        break;
      case 'move folder':
        if (inner !== undefined && !disk.has(target) && !isInto(inner)) disk.move(inner, target);
        break;
      case 'swap': {
        const other = files[to % Math.max(files.length, 1)];
        if (file === undefined || other === undefined || file === other) break;
        disk.move(file, 'swapped');
        disk.move(other, file);
        disk.move('swapped', other);
        break;
      }
      case 'remove':
        if (file === undefined) break;
        touch(file);
        disk.remove(file);
        break;
      case 'remove folder':
        if (inner === undefined) break;
        touch(inner);
        disk.remove(inner);
        break;
      case 'replace by folder':
        if (file === undefined) break;
        touch(file);
        disk.remove(file);
        disk.makeFolder(file);
        disk.write(`${file}/in`, this.#content());
    }
  }

  /** Somebody works in a browser. Refusals are as good as changes. */
  async #web({ kind, on, to, name }: Act): Promise<void> {
    const client = this.#client;
    const all: { id: string; path: string; type: string; sha256: string | null }[] = [];
    for await (const item of client.files.tree(this.#in)) all.push(item);
    const files = all.filter(({ type }) => type === 'file');
    const folders = all.filter(({ type }) => type === 'folder');
    const file = files[on % Math.max(files.length, 1)];
    const inner = folders[on % Math.max(folders.length, 1)];
    const parentId = [this.#folderId, ...folders.map(({ id }) => id)][to % (folders.length + 1)] ?? null;
    const refused = (): void => {};
    const touch = (path: string): void => {
      for (const one of files)
        if (one.path === path || one.path.startsWith(`${path}/`)) this.#touched.add(one.sha256 ?? '');
    };
    const put = async (path: string, options: object): Promise<void> => {
      const bytes = this.#content();
      const stored = await client.files.put(path, new Blob([Uint8Array.from(bytes)]), options).catch(refused);
      if (stored == null) this.#contents.delete(sha256(bytes));
      else this.#onServer.add(sha256(bytes));
    };
    switch (kind) {
      case 'write':
        await put(`/${name}`, { folderId: parentId ?? undefined, onConflict: 'fail' });
        break;
      case 'overwrite':
      case 'save anew':
        if (file === undefined) break;
        touch(file.path);
        await put(`/${file.path}`, { ...this.#in, onConflict: 'replace' });
        break;
      case 'touch':
        if (file !== undefined)
          await client.files.update(file.id, { modifiedAt: new Date(this.#now - 500_000).toISOString() });
        break;
      case 'folder':
        await client.files.createFolder({ name, parentId }).catch(refused);
        break;
      case 'move':
      case 'swap':
        if (file !== undefined) await client.files.update(file.id, { name, parentId }).catch(refused);
        break;
      case 'move folder':
        if (inner !== undefined) await client.files.update(inner.id, { name, parentId }).catch(refused);
        break;
      case 'remove':
      case 'replace by folder':
        if (file === undefined) break;
        touch(file.path);
        await client.files.trash(file.id);
        break;
      case 'remove folder':
        if (inner === undefined) break;
        touch(inner.path);
        await client.files.trash(inner.id);
    }
  }
}

const treeOf = (disk: Machine['disk']): Record<string, string> =>
  Object.fromEntries(
    disk
      .paths()
      .filter((path) => !path.startsWith('.drive-trash'))
      .map((path) => (path.endsWith('/') ? [path.slice(0, -1), '/'] : [path, sha256(disk.read(path))])),
  );
