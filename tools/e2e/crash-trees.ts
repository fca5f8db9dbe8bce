import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  pathOf,
  TreeReference,
  type Node,
  type OldContent,
  type Place,
} from '../../packages/server/test/tree/tree-reference.ts';
import { Broken } from './crash-uploads.ts';

interface Answer {
  readonly status: number;
  readonly body: any;
}

/** Finds out whether an operation in progress at the crash was applied, and records it. */
type Inquiry = () => Promise<void>;

/** Maximum number of alive items in one account. */
const crowded = 40;

/**
 * An account whose owner changes the tree in every way, one operation after the other, and records what was
 * acknowledged. No other client has its key.
 */
export class TreeWorkload {
  readonly #key: string;
  readonly #tree = new TreeReference(Infinity);
  /** SHA-256 of each content of a file, by its version number. */
  readonly #digests = new Map<Node, Map<number, string>>();
  #url = '';
  /** Copies, which have the names of their originals until they get one of their own. */
  readonly #unnamed: Node[] = [];
  #names = 0;
  #cut: Inquiry | undefined;
  /** Items that a request has changed, or may have, since they were checked. */
  readonly #touched = new Set<Node>();
  /** Number of acknowledged changes. */
  changes = 0;
  /** Acknowledged replacements and restored versions. */
  replacements = 0;
  /** Replacements that the server died in. Each may leave one blob that no row names, until the next sweep. */
  cutReplacements = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Runs until the server dies; then rejects with the error of fetch. */
  async work(url: string, life: AbortSignal): Promise<void> {
    await this.#inquire(url);
    while (!life.aborted) await this.#change();
  }

  /**
   * Checks that everything acknowledged is present, and nothing else; requires an idle server. By default the versions of a file and the
   * refusals of a purged one are checked if a request touched it since the last check; with `all`, also those of the others, and the list
   * of each folder.
   */
  async verify(url: string, scope: 'touched' | 'all' = 'touched'): Promise<void> {
    await this.#inquire(url);
    const tree = this.#tree;
    const alive = tree.nodes.filter(({ fate }) => fate === 'alive');
    const expected = alive.map((node) => ({ ...tree.tell(node), sha256: this.#digestOf(node, node.version) ?? null }));
    const textOf = (item: Parameters<typeof factsOf>[0] & { readonly sha256?: unknown }): string =>
      JSON.stringify([...factsOf(item), item.sha256]);
    const found = await this.#listTree();
    this.#same('the tree', found.map(textOf).toSorted(), expected.map(textOf).toSorted());
    if (scope === 'all') await this.#verifyFolders(alive.filter(({ isFolder }) => isFolder));
    await this.#verifyTrash();
    const isChecked = (node: Node): boolean => !node.isFolder && (scope === 'all' || this.#touched.has(node));
    for (const node of alive.filter(isChecked)) await this.#verifyContents(node);
    const gone = tree.nodes.filter(({ fate }) => fate === 'purged');
    for (const { id, isFolder } of scope === 'all' ? gone.slice(-20) : gone.filter((node) => this.#touched.has(node))) {
      await this.#expect(404, 'GET', `/api/files/${id}`);
      if (!isFolder) await this.#expect(410, 'GET', `/api/files/${id}/download-url`);
    }
    this.#touched.clear();
  }

  async #verifyFolders(folders: readonly Node[]): Promise<void> {
    for (const place of [null, ...folders]) {
      const { body } = await this.#expect(200, 'GET', `/api/files?limit=200${placeQuery(place)}`);
      const found = (body.files as Record<string, unknown>[]).map(factsOf);
      const expected = this.#tree.list(place, 'type,name').map(factsOf);
      this.#same(`what lies in ${place?.name ?? 'the root'}`, found, expected);
    }
  }

  async #verifyTrash(): Promise<void> {
    for (const includeFolders of [false, true]) {
      const found = await this.#listTrash(includeFolders);
      const expected = this.#tree.listTrash(includeFolders).map(({ id }) => id);
      this.#same('the trash', found.toSorted(), expected.toSorted());
    }
    const me = await this.#expect(200, 'GET', '/api/me');
    const { stored, trash } = this.#tree.usage();
    this.#same('the bytes in the trash', me.body.trashBytes, trash);
    if (me.body.usedBytes < stored) throw new Broken(`${me.body.usedBytes} bytes are used, but ${stored} are stored`);
  }

  /** The current content and the versions of a file, as the rows describe them. */
  async #verifyContents(node: Node): Promise<void> {
    const { body } = await this.#expect(200, 'GET', `/api/files/${node.id}`);
    this.#same(`the content of ${node.name}`, body.sha256, this.#digestOf(node, node.version));
    const found = (await this.#listVersions(node)).map(({ version, size, sha256 }) => [version, size, sha256]);
    const expected = node.versions.map(({ version, sizeBytes }) => [version, sizeBytes, this.#digestOf(node, version)]);
    this.#same(`the versions of ${node.name}`, found, expected);
  }

  /** The bytes of every file that is alive, and of each of its versions. */
  async verifyBytes(): Promise<void> {
    for (const node of this.#files('alive')) {
      const contents = [
        { version: node.version, path: 'download-url' },
        ...node.versions.map(({ version }) => ({ version, path: `versions/${version}/download-url` })),
      ];
      for (const { version, path } of contents) {
        const { body } = await this.#expect(200, 'GET', `/api/files/${node.id}/${path}`);
        const bytes = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
        this.#same(`the bytes of version ${version} of ${node.name}`, digestOf(bytes), this.#digestOf(node, version));
      }
    }
  }

  /** Number of files whose bytes must exist. */
  countKept(): number {
    return this.#kept().length;
  }

  /** Versions whose bytes must be there. */
  countVersions(): number {
    return this.#kept().reduce((sum, { versions }) => sum + versions.length, 0);
  }

  #kept(): Node[] {
    return this.#tree.nodes.filter(({ isFolder, fate }) => !isFolder && fate !== 'purged');
  }

  /** Removes expired items, like the sweep. */
  forgetTrash(): void {
    for (const node of this.#tree.trashedBefore(Infinity)) this.#tree.purge(node);
  }

  async #change(): Promise<void> {
    const copy = this.#unnamed[0];
    if (copy !== undefined) {
      await this.#patch(copy, { name: this.#newName() });
      // Only now: a rename that a killed server has not applied must be made by the next one.
      this.#unnamed.shift();
      return;
    }
    const alive = this.#tree.nodes.filter(({ fate }) => fate === 'alive');
    const trashed = this.#tree.nodes.filter(({ fate }) => typeof fate !== 'string');
    const files = this.#files('alive');
    if (files.length > 0 && randomInt(3) === 0) return this.#changeContent(oneOf(files));
    if (files.length > 0 && alive.length < crowded && randomInt(5) === 0) return this.#copy(oneOf(files));
    const dice = randomInt(20);
    if (alive.length < 4 || (alive.length < crowded && dice < 7))
      return dice % 3 === 0 ? this.#createFolder() : this.#upload();
    if (dice < 8) return this.#patch(oneOf(alive), { name: this.#newName() });
    if (dice < 11) return this.#patch(oneOf(alive), { to: this.#place() });
    if (dice < 12) return this.#moveMany([oneOf(alive), oneOf(alive), oneOf(alive)], this.#place());
    if (dice < 16 || trashed.length === 0) return this.#trash(oneOf(alive));
    if (dice < 18) return this.#restore(oneOf(trashed));
    return randomInt(5) === 0 ? this.#empty() : this.#purge(oneOf(trashed));
  }

  async #createFolder(): Promise<void> {
    const place = this.#place();
    const name = this.#newName();
    const add = ({ body }: Answer): void => {
      this.#tree.add({ id: body.id, isFolder: true, sizeBytes: 0, createdAt: 0, name, parent: place });
    };
    await this.#do(
      [],
      async () => {
        const json = { name, ...(place === null ? {} : { parentId: place.id }) };
        add(await this.#expect(201, 'POST', '/api/files/folders', json));
      },
      async () => {
        const { body } = await this.#expect(200, 'GET', `/api/files?limit=200${placeQuery(place)}`);
        const found = (body.files as { name: string }[]).find((each) => each.name === name);
        if (found !== undefined) add({ status: 200, body: found });
      },
    );
  }

  async #upload(): Promise<void> {
    const parent = this.#place();
    const name = this.#newName();
    const bytes = randomBytes(1 + randomInt(20_000));
    let sessionId: string | undefined;
    const add = (id: string): void => {
      const node = this.#tree.add({ id, isFolder: false, sizeBytes: bytes.length, createdAt: 0, name, parent });
      this.#touched.add(node);
      this.#digests.set(node, new Map([[node.version, digestOf(bytes)]]));
    };
    await this.#do(
      [],
      async () => {
        const wanted = { fileName: name, contentType: 'application/octet-stream', fileSizeBytes: bytes.length };
        const json = { ...wanted, ...(parent === null ? {} : { parentFolderId: parent.id }) };
        const { body } = await this.#expect(201, 'POST', '/api/uploads', json);
        sessionId = body.sessionId;
        const response = await fetch(`${this.#url}/files/uploads/${sessionId}`, { method: 'PUT', body: bytes });
        if (response.status !== 200) throw new Broken(`PUT answered ${response.status}: ${await response.text()}`);
        add(((await response.json()) as { fileId: string }).fileId);
      },
      async () => {
        if (sessionId === undefined) return;
        // Cancelled now or by an earlier request; or too late, because it is complete.
        const { status } = await this.#call('DELETE', `/files/uploads/${sessionId}`);
        if (status === 204 || status === 410) return;
        const { body } = await this.#expect(200, 'GET', `/api/uploads/${sessionId}/status`);
        if (body.status !== 'COMPLETE')
          throw new Broken(`an upload that can't be cancelled (${status}) is ${body.status}`);
        add(body.fileId);
      },
    );
  }

  async #copy(source: Node): Promise<void> {
    const parent = this.#place();
    const digest = this.#digestOf(source, source.version) ?? '';
    const { sizeBytes } = source;
    const add = ({ id, name }: { readonly id: string; readonly name: string }): void => {
      const node = this.#tree.add({ id, isFolder: false, sizeBytes, createdAt: 0, name, parent });
      this.#touched.add(node);
      this.#digests.set(node, new Map([[node.version, digest]]));
      this.#unnamed.push(node);
    };
    await this.#do(
      [source],
      async () => {
        const json = { ids: [source.id], ...(parent === null ? { copyToRoot: true } : { parentId: parent.id }) };
        const { body } = await this.#expect(200, 'POST', '/api/files/copy', json);
        add(body.copied[0]);
      },
      async () => {
        const { body } = await this.#expect(200, 'GET', `/api/files?limit=200${placeQuery(parent)}`);
        const known = new Set(this.#tree.childrenOf(parent).map(({ id }) => id));
        const [copy, ...others] = (body.files as { id: string; name: string }[]).filter(({ id }) => !known.has(id));
        if (others.length > 0) throw new Broken(`one copy has made ${others.length + 1} files`);
        if (copy !== undefined) add(copy);
      },
    );
  }

  #changeContent(node: Node): Promise<void> {
    const version = node.versions.length === 0 ? undefined : oneOf(node.versions);
    const dice = randomInt(6);
    if (version !== undefined && dice === 0) return this.#restoreVersion(node, version);
    if (version !== undefined && dice === 1) return this.#removeVersion(node, version);
    return this.#replace(node, dice % 2 === 0 ? 'upload' : 'by path');
  }

  async #replace(node: Node, way: 'upload' | 'by path'): Promise<void> {
    const bytes = randomBytes(1 + randomInt(20_000));
    const apply = (): void => {
      this.#tree.replace(node, bytes.length, 0);
      this.#digests.get(node)!.set(node.version, digestOf(bytes));
    };
    this.cutReplacements += 1;
    let sessionId: string | undefined;
    await this.#do(
      [node],
      async () => {
        if (way === 'upload') sessionId = await this.#reserveReplacement(node, bytes.length);
        const response =
          sessionId === undefined
            ? await this.#putByPath(node, bytes)
            : await fetch(`${this.#url}/files/uploads/${sessionId}`, { method: 'PUT', body: bytes });
        if (response.status !== 200)
          throw new Broken(`replacing (${way}) answered ${response.status}: ${await response.text()}`);
        const answer = (await response.json()) as { id?: string; fileId?: string };
        this.#same('the id of a replaced file', answer.fileId ?? answer.id, node.id);
        apply();
        this.replacements += 1;
        this.cutReplacements -= 1;
      },
      async () => {
        // An upload that is complete but for its answer is finished when it is cancelled or when its status is read.
        if (sessionId !== undefined) await this.#call('DELETE', `/files/uploads/${sessionId}`);
        const { body } = await this.#expect(200, 'GET', `/api/files/${node.id}`);
        if (body.sha256 === digestOf(bytes)) apply();
        else this.#same(`the content of ${node.name}`, body.sha256, this.#digestOf(node, node.version));
      },
    );
  }

  async #reserveReplacement({ name, parent }: Node, fileSizeBytes: number): Promise<string> {
    const wanted = { fileName: name, contentType: 'application/octet-stream', fileSizeBytes, onConflict: 'replace' };
    const json = { ...wanted, ...(parent === null ? {} : { parentFolderId: parent.id }) };
    return (await this.#expect(201, 'POST', '/api/uploads', json)).body.sessionId;
  }

  #putByPath(node: Node, body: Buffer<ArrayBuffer>): Promise<Response> {
    const path = [...pathOf(node), node].map(({ name }) => name).join('/');
    const headers = { authorization: `Bearer ${this.#key}` };
    return fetch(`${this.#url}/files/by-path/${path}?onConflict=replace`, { method: 'PUT', headers, body });
  }

  async #restoreVersion(node: Node, { version }: OldContent): Promise<void> {
    const digest = this.#digestOf(node, version) ?? '';
    const apply = (): void => {
      this.#tree.restoreVersion(node, version, 0);
      this.#digests.get(node)!.set(node.version, digest);
    };
    await this.#do(
      [node],
      async () => {
        await this.#expect(200, 'POST', `/api/files/${node.id}/versions/${version}/restore`);
        apply();
        this.replacements += 1;
      },
      async () => {
        const { body } = await this.#expect(200, 'GET', `/api/files/${node.id}`);
        if (body.sha256 === digest) apply();
      },
    );
  }

  async #removeVersion(node: Node, { version }: OldContent): Promise<void> {
    const apply = (): void => void this.#tree.removeVersion(node, version);
    await this.#do(
      [node],
      async () => {
        await this.#expect(204, 'DELETE', `/api/files/${node.id}/versions/${version}`);
        apply();
      },
      async () => {
        const left = await this.#listVersions(node);
        if (!left.some((each) => each.version === version)) apply();
      },
    );
  }

  async #listVersions({ id }: Node): Promise<{ version: number; size: number; sha256: string }[]> {
    return (await this.#expect(200, 'GET', `/api/files/${id}/versions?limit=200`)).body.versions;
  }

  #digestOf(node: Node, version: number): string | undefined {
    return this.#digests.get(node)?.get(version);
  }

  async #patch(node: Node, { name = node.name, to = node.parent }: { name?: string; to?: Place }): Promise<void> {
    // A cycle is refused, which other tests check.
    if (to !== null && this.#tree.below(node).includes(to)) return;
    const apply = (): void => void this.#tree.change(node, { name, to });
    await this.#do(
      [node],
      async () => {
        const json = { name, ...(to === null ? { moveToRoot: true } : { parentId: to.id }) };
        await this.#expect(200, 'PATCH', `/api/files/${node.id}`, json);
        apply();
      },
      async () => {
        const { body } = await this.#expect(200, 'GET', `/api/files/${node.id}`);
        const isThere = body.name === name && body.parentId === (to?.id ?? null);
        const wasThere = body.name === node.name && body.parentId === (node.parent?.id ?? null);
        if (!isThere && !wasThere) throw new Broken(`${node.name} was moved by half`);
        if (isThere) apply();
      },
    );
  }

  async #moveMany(nodes: readonly Node[], to: Place): Promise<void> {
    const movable = [...new Set(nodes)].filter((node) => to === null || !this.#tree.below(node).includes(to));
    if (movable.length === 0) return;
    const apply = (node: Node): void => void this.#tree.change(node, { to });
    await this.#do(
      movable,
      async () => {
        const ids = movable.map(({ id }) => id);
        const json = { ids, ...(to === null ? { moveToRoot: true } : { parentId: to.id }) };
        const { body } = await this.#expect(200, 'PATCH', '/api/files/move', json);
        this.#same('what could not be moved', body.failed, []);
        movable.forEach(apply);
      },
      async () => {
        for (const node of movable) {
          const { body } = await this.#expect(200, 'GET', `/api/files/${node.id}`);
          if (body.parentId === (to?.id ?? null)) apply(node);
        }
      },
    );
  }

  async #trash(node: Node): Promise<void> {
    const apply = (): void => void this.#tree.trash(node, this.changes);
    await this.#do(
      [node],
      async () => {
        await this.#expect(204, 'DELETE', `/api/files/${node.id}`);
        apply();
      },
      async () => {
        if (!(await this.#isAlive(node))) apply();
      },
    );
  }

  async #restore(node: Node): Promise<void> {
    const apply = (): void => void this.#tree.restore(node);
    await this.#do(
      [node],
      async () => {
        await this.#expect(200, 'POST', `/api/files/${node.id}/restore`);
        apply();
      },
      async () => {
        if (await this.#isAlive(node)) apply();
      },
    );
  }

  async #purge(node: Node): Promise<void> {
    // The list does not contain items in a trashed folder, so their state could not be checked.
    if (node.isFolder && typeof node.fate !== 'string' && node.fate.began !== node) return;
    await this.#do(
      [node],
      async () => {
        await this.#expect(204, 'DELETE', `/api/files/${node.id}/permanent`);
        this.#tree.purge(node);
      },
      () => this.#findPurged([node]),
    );
  }

  async #empty(): Promise<void> {
    const marked = this.#tree.trashedBefore(Infinity);
    await this.#do(
      marked,
      async () => {
        await this.#expect(204, 'DELETE', '/api/files/trash');
        for (const node of marked) this.#tree.purge(node);
      },
      () => this.#findPurged(marked),
    );
  }

  async #findPurged(nodes: readonly Node[]): Promise<void> {
    const left = new Set(await this.#listTrash(true));
    for (const node of nodes) if (!left.has(node.id)) this.#tree.purge(node);
  }

  /** `touched` are the items that the request names. */
  async #do(touched: readonly Node[], act: () => Promise<void>, inquire: Inquiry): Promise<void> {
    for (const node of touched.flatMap((each) => this.#tree.below(each))) this.#touched.add(node);
    this.#cut = inquire;
    await act();
    this.#cut = undefined;
    this.changes += 1;
  }

  async #inquire(url: string): Promise<void> {
    this.#url = url;
    await this.#cut?.();
    this.#cut = undefined;
  }

  #files(fate: Node['fate']): Node[] {
    return this.#tree.nodes.filter((node) => !node.isFolder && node.fate === fate);
  }

  #place(): Place {
    const folders = this.#tree.nodes.filter(({ isFolder, fate }) => isFolder && fate === 'alive');
    return oneOf([null, ...folders]);
  }

  /** Each name is unique, so that none conflicts. */
  #newName(): string {
    this.#names += 1;
    return `${this.#names}`;
  }

  async #isAlive({ id }: Node): Promise<boolean> {
    const { status } = await this.#call('GET', `/api/files/${id}`);
    if (status !== 200 && status !== 404) throw new Broken(`an item answered ${status}`);
    return status === 200;
  }

  async #listTrash(includeFolders: boolean): Promise<string[]> {
    const { body } = await this.#expect(200, 'GET', `/api/files/trash?includeFolders=${includeFolders}`);
    return (body as { id: string }[]).map(({ id }) => id);
  }

  async #listTree(): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await this.#expect(200, 'GET', `/api/files/tree?limit=1000${query}`);
      items.push(...body.items);
      cursor = body.pagination.nextCursor;
    }
    return items;
  }

  async #expect(status: number, method: string, path: string, json?: unknown): Promise<Answer> {
    const answer = await this.#call(method, path, json);
    if (answer.status !== status)
      throw new Broken(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  async #call(method: string, path: string, json?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  #same(what: string, found: unknown, expected: unknown): void {
    const [says, should] = [JSON.stringify(found), JSON.stringify(expected)];
    if (says !== should) throw new Broken(`${what}: found ${says}, not ${should}`);
  }
}

const oneOf = <T>(things: readonly T[]): T => things[randomInt(things.length)] as T;
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const placeQuery = (place: Place): string => (place === null ? '' : `&parentId=${place.id}`);
const factsOf = (item: {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
  readonly size?: unknown;
  readonly parentId?: unknown;
}) => [item.id, item.name, item.type, item.size, item.parentId];
