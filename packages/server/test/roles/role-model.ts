import assert from 'node:assert/strict';
import { dayMs, hourMs } from '@drive/base';
import { memberRoles, type TeamDrive } from '@drive/contract';
import fc from 'fast-check';
import type { Drive, TestUser } from '../drive.ts';
import { group, RoleReference, type Node, type Principal, type Tree, type Wanted } from './role-reference.ts';

const people = ['ada', 'bea', 'cyd'] as const;
type Person = (typeof people)[number];

/** What somebody does. Numbers choose among what there is. */
export interface Step {
  readonly kind: 'folder' | 'file' | 'rename' | 'move' | 'trash' | 'restore' | 'give' | 'take' | 'join' | 'wait';
  readonly by: Person;
  readonly what: number;
  readonly where: number;
  readonly to: number;
}

const number = fc.nat({ max: 999 });
const step = (kind: Step['kind']) =>
  fc.record({ kind: fc.constant(kind), by: fc.constantFrom(...people), what: number, where: number, to: number });
export const roleLife = fc.array(
  fc.oneof(
    { arbitrary: step('folder'), weight: 4 },
    { arbitrary: step('file'), weight: 3 },
    { arbitrary: step('give'), weight: 5 },
    { arbitrary: step('take'), weight: 2 },
    { arbitrary: step('move'), weight: 5 },
    { arbitrary: step('rename'), weight: 1 },
    { arbitrary: step('trash'), weight: 2 },
    { arbitrary: step('restore'), weight: 1 },
    { arbitrary: step('join'), weight: 1 },
    { arbitrary: step('wait'), weight: 1 },
  ),
  { minLength: 8, maxLength: 24 },
);

interface World {
  readonly users: Readonly<Record<Person, TestUser>>;
  readonly ids: ReadonlyMap<Principal, string>;
  readonly trees: readonly Tree[];
  readonly drives: ReadonlyMap<string, TeamDrive>;
}

/** Performs a life of three users, a group and two team drives on a server and on the reference, and compares what each sees. */
export class RoleModel {
  readonly #drive: Drive;
  readonly #admin: TestUser;
  readonly #reference = new RoleReference();
  readonly #idOf = new Map<Node, string>();
  readonly #story: string[] = [];
  #world: World | undefined;
  #made = 0;

  constructor(drive: Drive, admin: TestUser) {
    this.#drive = drive;
    this.#admin = admin;
  }

  async live(life: readonly Step[]): Promise<void> {
    this.#world = await this.#begin();
    try {
      for (const each of life) {
        this.#drive.clock.advance(1);
        await this.#perform(each);
      }
      await this.#lookAtAll();
    } catch (error) {
      if (error instanceof Error) error.message = `${error.message}\n\n${this.#story.join('\n')}\n`;
      throw error;
    }
  }

  async #begin(): Promise<World> {
    const users = {
      ada: await this.#drive.createUser(),
      bea: await this.#drive.createUser(),
      cyd: await this.#drive.createUser(),
    };
    const ids = new Map<Principal, string>();
    for (const [name, { email }] of Object.entries(users))
      ids.set(name, (await this.#drive.app.accounts.directory.get({ email })).id);
    const unique = crypto.randomUUID();
    ids.set(group, (await this.#call(this.#admin, 'POST', '/api/admin/groups', { name: unique })).body.id);
    const drives = new Map<string, TeamDrive>();
    for (const name of ['first drive', 'second drive'])
      drives.set(name, (await this.#call(this.#admin, 'POST', '/api/drives', { name: `${name} ${unique}` })).body);
    const trees = [
      ...people.map((owner) => ({ owner, isDrive: false })),
      ...[...drives.keys()].map((owner) => ({ owner, isDrive: true })),
    ];
    return { users, ids, trees, drives };
  }

  get #known(): World {
    assert(this.#world !== undefined);
    return this.#world;
  }

  async #call(user: TestUser, method: string, path: string, json?: unknown): Promise<{ status: number; body: any }> {
    const response = await this.#drive.fetch(path, { method, key: user.key, ...(json === undefined ? {} : { json }) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** Folders to which something can be asked to go: roots and alive folders. */
  #places(): (Node | Tree)[] {
    const folders = this.#reference.nodes.filter((node) => node.isFolder && this.#reference.isAlive(node));
    return [...this.#known.trees, ...folders];
  }

  #alive(): Node[] {
    return this.#reference.nodes.filter((node) => this.#reference.isAlive(node));
  }

  /** items.id; undefined for the root of a user, which only they name. */
  #id(at: Node | Tree): string | undefined {
    return 'tree' in at ? this.#idOf.get(at) : this.#known.drives.get(at.owner)?.rootId;
  }

  /** Where the API puts something that is to go to a place; undefined: nobody but its owner can name it. */
  #target(at: Node | Tree, by: Person): { readonly parentId?: string } | undefined {
    const parentId = this.#id(at);
    if (parentId !== undefined) return { parentId };
    return 'owner' in at && at.owner === by ? {} : undefined;
  }

  async #perform(each: Step): Promise<void> {
    if (each.kind === 'wait') {
      this.#story.push('a day passes');
      this.#drive.clock.advance(dayMs + hourMs);
      return;
    }
    if (each.kind === 'join') return this.#join(each);
    if (each.kind === 'folder' || each.kind === 'file') return this.#add(each);
    if (each.kind === 'restore') return this.#restore(each);
    const alive = this.#alive();
    const node = alive[each.what % Math.max(alive.length, 1)];
    if (each.kind === 'give' || each.kind === 'take') return this.#grant(each, node);
    if (node === undefined) return;
    if (each.kind === 'rename') return this.#rename(each, node);
    if (each.kind === 'trash') return this.#trash(each, node);
    return this.#move(each, node);
  }

  #expect(what: string, status: number, wanted: Wanted, body: unknown): void {
    this.#story.push(`${what}: ${status}`);
    assert.equal(status, wanted, `${what} answered ${status}, not ${wanted}: ${JSON.stringify(body)}`);
  }

  async #join({ by }: Step): Promise<void> {
    const joins = !this.#reference.members.has(by);
    const path = `/api/admin/groups/${this.#known.ids.get(group)}/members/${this.#known.ids.get(by)}`;
    const { status } = await this.#call(this.#admin, joins ? 'PUT' : 'DELETE', path);
    assert.ok(status < 300, `a change of the group answered ${status}`);
    this.#story.push(`${by} ${joins ? 'joins' : 'leaves'} the group`);
    if (joins) this.#reference.members.add(by);
    else this.#reference.members.delete(by);
  }

  async #add({ kind, by, where }: Step): Promise<void> {
    const places = this.#places();
    const place = places[where % places.length]!;
    const target = this.#target(place, by);
    if (target === undefined) return;
    const label = `n${(this.#made += 1)}`;
    const user = this.#known.users[by];
    const verdict = this.#reference.judge(by, place, 'contributor', { now: this.#drive.clock.now() });
    const answer =
      kind === 'folder'
        ? await this.#call(user, 'POST', '/api/files/folders', { name: label, ...target })
        : await this.#put(user, label, target.parentId);
    this.#expect(
      `${by} adds the ${kind} ${label} to ${nameOf(place)}`,
      answer.status,
      verdict === 'ok' ? 201 : verdict,
      answer.body,
    );
    if (verdict !== 'ok') return;
    const node: Node = {
      label,
      isFolder: kind === 'folder',
      parent: 'tree' in place ? place : null,
      tree: 'tree' in place ? place.tree : place,
      addedBy: by,
      addedAt: this.#drive.clock.now(),
      isTrashed: false,
      grants: new Map(),
    };
    this.#reference.nodes.push(node);
    this.#idOf.set(node, answer.body.id as string);
  }

  async #put({ key }: TestUser, name: string, folderId: string | undefined): Promise<{ status: number; body: any }> {
    const query = folderId === undefined ? '' : `?folderId=${folderId}`;
    const response = await this.#drive.fetch(`/files/by-path/${name}${query}`, { method: 'PUT', key, body: 'x' });
    return { status: response.status, body: await response.json() };
  }

  async #rename({ by }: Step, node: Node): Promise<void> {
    const now = this.#drive.clock.now();
    const verdict = this.#reference.judge(by, node, 'editor', { now, orAdded: true });
    const json = { name: `${node.label}.${(this.#made += 1)}` };
    const { status, body } = await this.#call(
      this.#known.users[by],
      'PATCH',
      `/api/files/${this.#idOf.get(node)}`,
      json,
    );
    this.#expect(`${by} renames ${node.label}`, status, verdict === 'ok' ? 200 : verdict, body);
  }

  async #trash({ by }: Step, node: Node): Promise<void> {
    const now = this.#drive.clock.now();
    const own = this.#reference.judge(by, node, 'editor', { now });
    let verdict = this.#reference.judge(by, node, 'editor', { now, orAdded: true });
    const inside = this.#reference.below(node).filter((each) => !each.isTrashed && this.#isAliveUpTo(each, node));
    if (own !== 'ok' && verdict === 'ok' && inside.some(({ addedBy }) => addedBy !== by)) verdict = 403;
    const { status, body } = await this.#call(this.#known.users[by], 'DELETE', `/api/files/${this.#idOf.get(node)}`);
    this.#expect(`${by} trashes ${node.label}`, status, verdict === 'ok' ? 204 : verdict, body);
    if (verdict === 'ok') node.isTrashed = true;
  }

  #isAliveUpTo(node: Node, top: Node): boolean {
    for (let each: Node | null = node; each !== null && each !== top; each = each.parent)
      if (each.isTrashed) return false;
    return true;
  }

  async #restore({ by, what }: Step): Promise<void> {
    const trashed = this.#reference.nodes.filter(
      (node) => node.isTrashed && (node.parent === null || this.#reference.isAlive(node.parent)),
    );
    const node = trashed[what % Math.max(trashed.length, 1)];
    if (node === undefined) return;
    const now = this.#drive.clock.now();
    const verdict = this.#reference.judge(by, node, 'editor', { now, orAdded: true });
    const path = `/api/files/${this.#idOf.get(node)}/restore`;
    const { status, body } = await this.#call(this.#known.users[by], 'POST', path);
    this.#expect(`${by} restores ${node.label}`, status, verdict === 'ok' ? 200 : verdict, body);
    if (verdict === 'ok') node.isTrashed = false;
  }

  async #move({ by, where }: Step, node: Node): Promise<void> {
    const places = this.#places();
    const place = places[where % places.length]!;
    const target = this.#target(place, by);
    if (target === undefined) return;
    const now = this.#drive.clock.now();
    const [from, to] = [
      this.#reference.judge(by, node, 'editor', { now }),
      this.#reference.judge(by, place, 'editor', { now }),
    ];
    const isCycle = 'tree' in place && this.#reference.isWithin(place, node);
    const wanted: Wanted = from !== 'ok' ? from : to !== 'ok' ? to : isCycle ? 409 : 200;
    const json = target.parentId === undefined ? { moveToRoot: true } : { parentId: target.parentId };
    const { status, body } = await this.#call(
      this.#known.users[by],
      'PATCH',
      `/api/files/${this.#idOf.get(node)}`,
      json,
    );
    this.#expect(`${by} moves ${node.label} to ${nameOf(place)}`, status, wanted, body);
    if (wanted !== 200) return;
    const tree = 'tree' in place ? place.tree : place;
    if (tree !== node.tree)
      for (const each of [node, ...this.#reference.below(node)]) {
        each.tree = tree;
        each.grants.clear();
      }
    node.parent = 'tree' in place ? place : null;
  }

  /** On an item or on the root of a team drive. */
  async #grant({ kind, by, what, where, to }: Step, node: Node | undefined): Promise<void> {
    const roots = this.#known.trees.filter(({ isDrive }) => isDrive);
    const at = what % 3 === 0 || node === undefined ? roots[where % roots.length]! : node;
    // The administrator made the drives, and lets users in.
    const isAdmin = !('tree' in at) && to % 2 === 0;
    const principals: readonly Principal[] = [...people, group];
    const principal = principals[where % principals.length]!;
    const tree = 'tree' in at ? at.tree : at;
    if (principal === tree.owner || (!isAdmin && principal === by && kind === 'give')) return;
    const now = this.#drive.clock.now();
    const verdict = isAdmin ? 'ok' : this.#reference.judge(by, at, 'manager', { now });
    const grants = this.#reference.grantsOf(at);
    const user = isAdmin ? this.#admin : this.#known.users[by];
    const who = isAdmin ? 'the administrator' : by;
    const path = `/api/files/${this.#id(at)}/access`;
    if (kind === 'give') {
      const role = memberRoles[to % memberRoles.length]!;
      const id = this.#known.ids.get(principal);
      const given = { [principal === group ? 'groupId' : 'userId']: id, role };
      const { status, body } = await this.#call(user, 'POST', path, { grants: [given], notify: false });
      this.#expect(
        `${who} gives ${principal} the role ${role} on ${nameOf(at)}`,
        status,
        verdict === 'ok' ? 201 : verdict,
        body,
      );
      if (verdict === 'ok') grants.set(principal, role);
      return;
    }
    if (!grants.has(principal)) return;
    const accessId = await this.#findGrant(at, principal);
    const isOwn = principal === by;
    const wanted: Wanted = verdict === 'ok' || isOwn ? 204 : 404;
    const { status, body } = await this.#call(user, 'DELETE', `${path}/${accessId}`);
    this.#expect(`${who} takes the role of ${principal} on ${nameOf(at)}`, status, wanted, body);
    if (wanted === 204) grants.delete(principal);
  }

  /** access_grants.id, which a caller without a role could only have guessed. */
  async #findGrant(at: Node | Tree, principal: Principal): Promise<string> {
    const id = this.#known.ids.get(principal);
    const row = await this.#drive.database.reader
      .selectFrom('access_grants as g')
      .innerJoin('items as i', 'i.row_id', 'g.item_id')
      .leftJoin('users as u', 'u.row_id', 'g.user_id')
      .leftJoin('user_groups as ug', 'ug.row_id', 'g.group_id')
      .select('g.id')
      .where('i.id', '=', this.#id(at) ?? '')
      .where((of) => of.or([of('u.id', '=', id ?? ''), of('ug.id', '=', id ?? '')]))
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** What each user sees of each item, in lists and in searches, and whose quota it counts in. */
  async #lookAtAll(): Promise<void> {
    this.#story.push('everybody looks at everything');
    for (const user of people) {
      for (const node of this.#reference.nodes) await this.#look(user, node);
      const seen = (filter: (node: Node) => boolean): string[] =>
        this.#reference.nodes
          .filter(filter)
          .map((node) => this.#idOf.get(node) ?? '')
          .toSorted();
      const shared = await this.#call(this.#known.users[user], 'GET', '/api/files?sharedWithMe=true&limit=200');
      assert.deepEqual(
        shared.body.files.map(({ id }: { id: string }) => id).toSorted(),
        seen((node) => this.#reference.isTopFor(user, node)),
        `what is shared with ${user}`,
      );
      const found = await this.#call(this.#known.users[user], 'GET', '/api/search?q=n&owner=any&limit=200');
      assert.deepEqual(
        found.body.results.map(({ item }: { item: { id: string } }) => item.id).toSorted(),
        seen((node) => this.#reference.isAlive(node) && this.#reference.roleOf(user, node) !== null),
        `what ${user} finds`,
      );
    }
    await this.#lookAtUsage();
  }

  async #look(user: Person, node: Node): Promise<void> {
    const { status, body } = await this.#call(this.#known.users[user], 'GET', `/api/files/${this.#idOf.get(node)}`);
    const role = this.#reference.roleOf(user, node);
    const what = `${node.label} as ${user} sees it`;
    if (role === null || !this.#reference.isAlive(node)) return assert.equal(status, 404, what);
    assert.equal(status, 200, what);
    const parent = this.#reference.shownParent(user, node);
    const { owner, isDrive } = node.tree;
    assert.deepEqual(
      [body.role, body.parentId, body.driveId, body.ownerId],
      [
        role,
        parent === null ? null : (this.#id(parent) ?? null),
        isDrive ? (this.#known.drives.get(owner)?.id ?? null) : null,
        isDrive ? null : this.#known.ids.get(owner),
      ],
      what,
    );
  }

  async #lookAtUsage(): Promise<void> {
    const bytesOf = (owner: string): number =>
      this.#reference.nodes.filter((node) => !node.isFolder && node.tree.owner === owner).length;
    for (const user of people) {
      const { body } = await this.#call(this.#known.users[user], 'GET', '/api/me');
      assert.equal(body.usedBytes, bytesOf(user), `bytes of ${user}`);
    }
    for (const [name, { id }] of this.#known.drives) {
      const { body } = await this.#call(this.#admin, 'GET', `/api/drives/${id}`);
      assert.equal(body.usedBytes, bytesOf(name), `bytes of the ${name}`);
    }
  }
}

const nameOf = (at: Node | Tree): string => ('tree' in at ? at.label : `the root of ${at.owner}`);
