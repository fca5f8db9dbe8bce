import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Broken } from './crash-uploads.ts';

/** A folder with files in it, which moves as a whole. */
interface MovedFolder {
  readonly id: string;
  readonly name: string;
  readonly files: { readonly id: string; readonly bytes: Buffer<ArrayBuffer> }[];
  isInDrive: boolean;
  /** The server died in this move. */
  isCut: boolean;
}

const folders = 4;
const mostFiles = 6;
const mostBytes = 5000;

/**
 * An account that moves folders between its own drive and a team drive, one at a time, and records what was acknowledged. No other
 * client has its key.
 */
export class MoveWorkload {
  readonly #key: string;
  readonly #folders: MovedFolder[] = [];
  #drive: { readonly id: string; readonly rootId: string } | undefined;
  #url = '';
  /** Number of acknowledged moves. */
  moves = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Creates the team drive and the folders. */
  async start(url: string): Promise<void> {
    this.#url = url;
    this.#drive = await this.#expect(201, 'POST', '/api/drives', { name: 'Crash' });
    for (let count = 1; count <= folders; count++) {
      const name = `moved ${count}`;
      const { id } = await this.#expect(201, 'POST', '/api/files/folders', { name });
      const folder: MovedFolder = { id, name, files: [], isInDrive: false, isCut: false };
      for (let file = 0; file <= randomInt(mostFiles); file++) {
        const bytes = randomBytes(1 + randomInt(mostBytes));
        const headers = { authorization: `Bearer ${this.#key}` };
        const path = `${url}/files/by-path/${file}.bin?folderId=${id}`;
        const response = await fetch(path, { method: 'PUT', headers, body: bytes });
        if (response.status !== 201) throw new Broken(`PUT answered ${response.status}: ${await response.text()}`);
        folder.files.push({ id: ((await response.json()) as { id: string }).id, bytes });
      }
      this.#folders.push(folder);
    }
  }

  /** Runs until the server dies; then rejects with the error of fetch. */
  async work(url: string, life: AbortSignal): Promise<void> {
    this.#url = url;
    while (!life.aborted) {
      const folder = this.#folders[randomInt(this.#folders.length)]!;
      const to = folder.isInDrive ? {} : { driveId: this.#drive?.id };
      folder.isCut = true;
      await this.#expect(200, 'PATCH', `/api/files/${folder.id}`, { moveToRoot: true, ...to });
      folder.isCut = false;
      folder.isInDrive = !folder.isInDrive;
      this.moves += 1;
    }
  }

  /** Checks that each folder is in one of the two trees with everything in it, where it was moved last; requires an idle server. */
  async verify(url: string): Promise<void> {
    this.#url = url;
    const { id: driveId = '' } = this.#drive ?? {};
    const own = await this.#namesIn('');
    const shared = await this.#namesIn(`&driveId=${driveId}`);
    for (const folder of this.#folders) {
      const [isOwn, isShared] = [own.includes(folder.name), shared.includes(folder.name)];
      if (isOwn === isShared) throw new Broken(`${folder.name} is in ${isOwn ? 'both trees' : 'neither of the trees'}`);
      if (isShared !== folder.isInDrive && !folder.isCut) throw new Broken(`a move of ${folder.name} was lost`);
      folder.isInDrive = isShared;
      folder.isCut = false;
      for (const file of folder.files) await this.#verifyFile(file, folder, isShared ? driveId : null);
    }
    const me = await this.#expect(200, 'GET', '/api/me');
    const drive = await this.#expect(200, 'GET', `/api/drives/${driveId}`);
    this.#requireBytes('the own drive', me.usedBytes as number, false);
    this.#requireBytes('the team drive', drive.usedBytes as number, true);
  }

  countKept(): number {
    return this.#folders.reduce((sum, { files }) => sum + files.length, 0);
  }

  #requireBytes(where: string, used: number, isInDrive: boolean): void {
    const inThere = this.#folders.filter((folder) => folder.isInDrive === isInDrive);
    const bytes = inThere.reduce((sum, { files }) => sum + files.reduce((all, file) => all + file.bytes.length, 0), 0);
    if (used !== bytes) throw new Broken(`${used} bytes of ${where} are used, but ${bytes} are stored`);
  }

  async #verifyFile(
    { id, bytes }: MovedFolder['files'][number],
    folder: MovedFolder,
    driveId: string | null,
  ): Promise<void> {
    const item = await this.#expect(200, 'GET', `/api/files/${id}`);
    if (item.driveId !== driveId || item.parentId !== folder.id)
      throw new Broken(`a file of ${folder.name} has stayed in the other tree`);
    const { downloadUrl } = await this.#expect(200, 'GET', `/api/files/${id}/download-url`);
    const found = Buffer.from(await (await fetch(downloadUrl as string)).arrayBuffer());
    const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
    if (digest(found) !== digest(bytes)) throw new Broken(`a file of ${folder.name} has other bytes`);
  }

  async #namesIn(query: string): Promise<string[]> {
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
