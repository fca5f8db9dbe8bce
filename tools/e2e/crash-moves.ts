import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Broken } from './crash-uploads.ts';

/** A tree of the account: its own one, or a team drive. */
interface Place {
  /** null: the own tree. */
  readonly driveId: string | null;
  readonly name: string;
}

/** A folder with files in it, which moves as a whole. */
interface MovedFolder {
  readonly id: string;
  readonly name: string;
  readonly files: { readonly id: string; readonly bytes: Buffer<ArrayBuffer> }[];
  /** Copies of all files, in folders of their own. */
  readonly copies: number;
  at: Place;
  /** Where the move leads in which the server died before it acknowledged it. */
  cutTo: Place | undefined;
  /** A request has moved it, or may have, since its content was checked. */
  isTouched: boolean;
}

const folders = 4;
const drives = 2;
const mostFiles = 6;
const mostBytes = 5000;
/** More items than a request may move to another owner. */
const filesOfLarge = 60;
const copiesOfLarge = 17;
const pollMs = 20;
const mostPolls = 3000;

/**
 * An account that moves folders between its own tree and two team drives, one at a time, by each way that there is, and records what
 * was acknowledged. One folder has more than 1,000 items, which only an operation moves. No other client has its key.
 */
export class MoveWorkload {
  readonly #key: string;
  readonly #countRunning: () => number;
  readonly #folders: MovedFolder[] = [];
  #places: Place[] = [];
  /** Operations that were acknowledged, and the move that each makes. */
  readonly #operations = new Map<string, { readonly folder: MovedFolder; readonly to: Place }>();
  #url = '';
  /** Number of acknowledged moves. */
  moves = 0;
  /** Those of them that moved more than 1,000 items. */
  largeMoves = 0;

  /** `countRunning` counts the operations that have not ended. */
  constructor(key: string, countRunning: () => number) {
    this.#key = key;
    this.#countRunning = countRunning;
  }

  /** Creates the team drives and the folders. */
  async start(url: string): Promise<void> {
    this.#url = url;
    this.#places = [{ driveId: null, name: 'the own tree' }];
    for (let count = 1; count <= drives; count++) {
      const { id, name } = await this.#expect(201, 'POST', '/api/drives', { name: `Crash ${count}` });
      this.#places.push({ driveId: id, name });
    }
    for (let count = 1; count <= folders; count++) await this.#addFolder(`moved ${count}`, 1 + randomInt(mostFiles), 0);
    await this.#addFolder('moved large', filesOfLarge, copiesOfLarge);
  }

  async #addFolder(name: string, fileCount: number, copies: number): Promise<void> {
    const { id } = await this.#expect(201, 'POST', '/api/files/folders', { name });
    const folder: MovedFolder = {
      id,
      name,
      files: [],
      copies,
      at: this.#places[0]!,
      cutTo: undefined,
      isTouched: true,
    };
    const inner = copies === 0 ? id : (await this.#newFolder('inner', id)).id;
    for (let file = 0; file < fileCount; file++) {
      const bytes = randomBytes(1 + randomInt(mostBytes));
      const headers = { authorization: `Bearer ${this.#key}` };
      const path = `${this.#url}/files/by-path/${file}.bin?folderId=${inner}`;
      const response = await fetch(path, { method: 'PUT', headers, body: bytes });
      if (response.status !== 201) throw new Broken(`PUT answered ${response.status}: ${await response.text()}`);
      folder.files.push({ id: ((await response.json()) as { id: string }).id, bytes });
    }
    for (let copy = 0; copy < copies; copy++) {
      const { id: parentId } = await this.#newFolder(`copy ${copy}`, id);
      await this.#expect(200, 'POST', '/api/files/copy', { ids: [inner], parentId });
    }
    this.#folders.push(folder);
  }

  #newFolder(name: string, parentId: string): Promise<{ id: string }> {
    return this.#expect(201, 'POST', '/api/files/folders', { name, parentId });
  }

  /** Runs until the server dies; then rejects with the error of fetch. */
  async work(url: string, life: AbortSignal): Promise<void> {
    this.#url = url;
    while (!life.aborted) {
      const folder = this.#folders[randomInt(this.#folders.length)]!;
      const others = this.#places.filter((place) => place !== folder.at);
      const to = others[randomInt(others.length)]!;
      folder.cutTo = to;
      folder.isTouched = true;
      await this.#move(folder, to);
      this.#arrive(folder, to);
    }
  }

  #arrive(folder: MovedFolder, to: Place): void {
    folder.at = to;
    folder.cutTo = undefined;
    this.moves += 1;
    if (folder.copies > 0) this.largeMoves += 1;
  }

  async #move(folder: MovedFolder, to: Place): Promise<void> {
    const { id, at, copies } = folder;
    const where = { moveToRoot: true, ...(to.driveId === null ? {} : { driveId: to.driveId }) };
    const ways = ['PATCH', 'batch', 'operation', 'WebDAV'] as const;
    const way = copies > 0 ? 'operation' : ways[randomInt(ways.length)];
    if (way === 'operation') return this.#moveByOperation(folder, to, where);
    // WebDAV shows the own tree below another address, to which nothing moves.
    if (way === 'WebDAV' && at.driveId !== null && to.driveId !== null) return this.#moveByPath(folder, to);
    if (way !== 'batch') {
      await this.#expect(200, 'PATCH', `/api/files/${id}`, where);
      return;
    }
    const { failed } = await this.#expect(200, 'PATCH', '/api/files/move', { ids: [id], ...where });
    if (failed.length > 0) throw new Broken(`${folder.name} was not moved: ${JSON.stringify(failed)}`);
  }

  async #moveByOperation(folder: MovedFolder, to: Place, where: object): Promise<void> {
    const { operationId } = await this.#expect(202, 'POST', '/api/operations/move', { ids: [folder.id], ...where });
    this.#operations.set(operationId, { folder, to });
    await this.#await(operationId, folder);
    this.#operations.delete(operationId);
  }

  async #await(operationId: string, { name }: MovedFolder): Promise<void> {
    for (let poll = 0; poll < mostPolls; poll++) {
      const { status, result } = await this.#expect(200, 'GET', `/api/operations/${operationId}`);
      if (status === 'complete' && result.failed.length === 0) return;
      if (status !== 'running') throw new Broken(`the move of ${name} ended as ${status}: ${JSON.stringify(result)}`);
      await sleep(pollMs);
    }
    throw new Broken(`the move of ${name} goes on for ever`);
  }

  async #moveByPath({ name, at }: MovedFolder, to: Place): Promise<void> {
    const pathIn = (place: Place): string => `/dav-all/Drives/${[place.name, name].map(encodeURIComponent).join('/')}`;
    const response = await fetch(`${this.#url}${pathIn(at)}`, {
      method: 'MOVE',
      headers: {
        authorization: `Basic ${Buffer.from(`anyone:${this.#key}`).toString('base64')}`,
        destination: `${this.#url}${pathIn(to)}`,
        overwrite: 'F',
      },
    });
    const text = await response.text();
    if (response.status !== 201) throw new Broken(`MOVE of ${name} answered ${response.status}: ${text}`);
  }

  /**
   * Checks that each folder is in one of the trees, where it was moved last, and that those have the right usage; requires an idle server.
   * Checks that everything is in it, by default if a request touched it since the last check.
   */
  async verify(url: string, scope: 'touched' | 'all' = 'touched'): Promise<void> {
    this.#url = url;
    // What was acknowledged comes to its end, and so may an operation whose answer was lost.
    for (const [operationId, { folder, to }] of this.#operations) {
      await this.#await(operationId, folder);
      this.#arrive(folder, to);
    }
    this.#operations.clear();
    for (let poll = 0; this.#countRunning() > 0; poll++) {
      if (poll === mostPolls) throw new Broken('an operation goes on for ever');
      await sleep(pollMs);
    }
    const names = new Map<Place, readonly string[]>();
    for (const place of this.#places) names.set(place, await this.#namesIn(place));
    for (const folder of this.#folders) {
      const found = this.#places.filter((place) => names.get(place)?.includes(folder.name));
      const [at, ...more] = found;
      if (at === undefined || more.length > 0)
        throw new Broken(`${folder.name} is in ${at === undefined ? 'none of the trees' : 'several trees'}`);
      if (at !== folder.at && at !== folder.cutTo) throw new Broken(`a move of ${folder.name} was lost`);
      folder.at = at;
      folder.cutTo = undefined;
      if (scope === 'all' || folder.isTouched) await this.#verifyContents(folder);
      folder.isTouched = false;
    }
    for (const place of this.#places) await this.#verifyUsage(place);
  }

  async #verifyContents(folder: MovedFolder): Promise<void> {
    const { files, copies, name, at } = folder;
    if (copies === 0) for (const file of files) await this.#verifyFile(file, folder);
    else await this.#verifyFile(files[randomInt(files.length)]!, folder);
    const [items, stray] = await this.#countIn(folder);
    const expected = files.length * (1 + copies);
    if (items !== expected) throw new Broken(`${name} has ${items} files, not ${expected}`);
    if (stray > 0) throw new Broken(`${stray} items in ${name} are not in ${at.name}`);
  }

  /** Files in the folder, and items that belong to another tree. */
  async #countIn({ id, at }: MovedFolder): Promise<[number, number]> {
    let [files, stray, cursor] = [0, 0, ''];
    do {
      const page = await this.#expect(200, 'GET', `/api/files/tree?folderId=${id}&limit=1000${cursor}`);
      for (const { type, driveId } of page.items) {
        if (type === 'file') files += 1;
        if (driveId !== at.driveId) stray += 1;
      }
      const { nextCursor } = page.pagination;
      cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
    } while (cursor !== '');
    return [files, stray];
  }

  countKept(): number {
    return this.#folders.reduce((sum, { files, copies }) => sum + files.length * (1 + copies), 0);
  }

  async #verifyUsage(place: Place): Promise<void> {
    const path = place.driveId === null ? '/api/me' : `/api/drives/${place.driveId}`;
    const { usedBytes } = await this.#expect(200, 'GET', path);
    const bytes = this.#folders
      .filter(({ at }) => at === place)
      .reduce(
        (sum, { files, copies }) => sum + (1 + copies) * files.reduce((all, file) => all + file.bytes.length, 0),
        0,
      );
    if (usedBytes !== bytes) throw new Broken(`${usedBytes} bytes of ${place.name} are used, but ${bytes} are stored`);
  }

  async #verifyFile({ id, bytes }: MovedFolder['files'][number], folder: MovedFolder): Promise<void> {
    const item = await this.#expect(200, 'GET', `/api/files/${id}`);
    if (item.driveId !== folder.at.driveId) throw new Broken(`a file of ${folder.name} has stayed in the other tree`);
    const { downloadUrl } = await this.#expect(200, 'GET', `/api/files/${id}/download-url`);
    const found = Buffer.from(await (await fetch(downloadUrl as string)).arrayBuffer());
    const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
    if (digest(found) !== digest(bytes)) throw new Broken(`a file of ${folder.name} has other bytes`);
  }

  async #namesIn({ driveId }: Place): Promise<string[]> {
    const query = driveId === null ? '' : `&driveId=${driveId}`;
    const { files } = await this.#expect(200, 'GET', `/api/files?limit=200${query}`);
    return (files as { name: string }[]).map(({ name }) => name);
  }

  async #expect(status: number, method: string, path: string, json?: unknown): Promise<any> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (response.status !== status) throw new Broken(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}
