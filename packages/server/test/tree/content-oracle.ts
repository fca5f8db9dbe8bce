import assert from 'node:assert/strict';
import { treeApi, type TreeApi } from '../api/tree-api.ts';
import { putBytes, readStored, reserveUpload, sha256 } from '../api/uploads.ts';
import type { Drive, TestUser } from '../drive.ts';
import { readBlobKeys, readTallies } from './tree-tallies.ts';

/** DRIVE_VERSIONS_KEEP of the server. */
export const versionsKept = 2;

export type ContentStep =
  | { readonly do: 'upload' }
  | { readonly do: 'copy' | 'replace' | 'trash' | 'restore' | 'purge'; readonly file: number }
  | { readonly do: 'copyFolder' | 'restoreVersion' | 'removeVersion'; readonly file: number }
  | { readonly do: 'drain' };

interface File {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  content: string;
  /** Newest first. */
  versions: { readonly number: number; readonly content: string }[];
  number: number;
  state: 'alive' | 'trashed' | 'purged';
}

/** Files with the digests of their contents and versions, as the contract has them; performs steps and compares. */
export class ContentOracle {
  readonly #drive: Drive;
  readonly #tree: TreeApi;
  readonly #user: TestUser;
  readonly #files: File[] = [];
  readonly #folders: string[] = [];
  #contents = 0;

  constructor(drive: Drive, user: TestUser) {
    this.#drive = drive;
    this.#user = user;
    this.#tree = treeApi(drive, user);
  }

  async start(): Promise<void> {
    this.#folders.push(await this.#tree.folder('first'), await this.#tree.folder('second'));
    await this.#upload();
  }

  async perform(wanted: ContentStep): Promise<void> {
    if (wanted.do === 'upload') return this.#upload();
    if (wanted.do === 'drain') return this.#drive.drain();
    const states = { restore: 'trashed', purge: 'trashed' } as const;
    const state = wanted.do === 'restore' || wanted.do === 'purge' ? states[wanted.do] : 'alive';
    const possible = this.#files.filter((each) => each.state === state);
    const chosen = possible[wanted.file % Math.max(possible.length, 1)];
    if (chosen !== undefined) await this.#change(wanted.do, chosen, wanted.file);
  }

  /** Every file and version has its bytes, no other bytes are stored, and all sums are right. */
  async verify(): Promise<void> {
    await this.#drive.drain();
    for (const each of this.#files) {
      if (each.state === 'purged') continue;
      assert.equal((await readStored(this.#drive, each.id))?.found, each.content);
      const { body } = await this.#tree.call('GET', `/api/files/${each.id}/versions`);
      if (each.state === 'alive')
        assert.deepEqual(
          body.versions.map(({ sha256: digest }: { sha256: string }) => digest),
          each.versions.map(({ content }) => content),
        );
    }
    const { kept, counted } = await readTallies(this.#drive.database);
    assert.deepEqual(kept, counted);
    assert.deepEqual(await readBlobKeys(this.#drive.database, this.#drive.blobs), { stray: [], missing: [] });
  }

  /** How many contents must be stored. */
  countContents(): number {
    const kept = this.#files.filter(({ state }) => state !== 'purged');
    return new Set(kept.flatMap(({ content, versions }) => [content, ...versions.map((old) => old.content)])).size;
  }

  async #change(what: Exclude<ContentStep['do'], 'upload' | 'drain'>, chosen: File, index: number): Promise<void> {
    const { id } = chosen;
    const tree = this.#tree;
    switch (what) {
      case 'copy': {
        const folder = this.#folders[index % this.#folders.length] as string;
        const { copied } = await this.#copy({ ids: [id], parentId: folder });
        this.#add(copied[0]!, folder, chosen.content);
        return;
      }
      case 'copyFolder': {
        if (this.#folders.length > 4) return;
        const [{ id: folder } = { id: '' }] = (await this.#copy({ ids: [chosen.folder], copyToRoot: true })).copied;
        this.#folders.push(folder);
        const originals = this.#files.filter((each) => each.folder === chosen.folder && each.state === 'alive');
        const { body } = await tree.call('GET', `/api/files?limit=200&parentId=${folder}`);
        for (const copy of body.files as { id: string; name: string }[])
          this.#add(copy, folder, originals.find(({ name }) => name === copy.name)?.content ?? 'none');
        assert.equal(body.files.length, originals.length);
        return;
      }
      case 'replace':
        chosen.versions = [{ number: chosen.number, content: chosen.content }, ...chosen.versions].slice(
          0,
          versionsKept,
        );
        chosen.content = (await this.#send(chosen.name, chosen.folder)).content;
        chosen.number += 1;
        return;
      case 'restoreVersion':
      case 'removeVersion': {
        const old = chosen.versions[index % Math.max(chosen.versions.length, 1)];
        if (old === undefined) return;
        const path = `/api/files/${id}/versions/${old.number}`;
        const others = chosen.versions.filter((each) => each !== old);
        if (what === 'removeVersion') {
          assert.equal((await tree.call('DELETE', path)).status, 204);
          chosen.versions = others;
          return;
        }
        assert.equal((await tree.call('POST', `${path}/restore`)).status, 200);
        chosen.versions = [{ number: chosen.number, content: chosen.content }, ...others];
        chosen.content = old.content;
        chosen.number += 1;
        return;
      }
      case 'trash':
        await tree.trash(id);
        chosen.state = 'trashed';
        return;
      case 'restore':
        // Another file may have the name by now.
        if ((await tree.restore(id)).status === 200) chosen.state = 'alive';
        return;
      case 'purge':
        assert.equal((await tree.purge(id)).status, 204);
        chosen.state = 'purged';
    }
  }

  async #copy(json: object): Promise<{ readonly copied: { readonly id: string; readonly name: string }[] }> {
    const { status, body } = await this.#tree.call('POST', '/api/files/copy', json);
    assert.equal(status, 200);
    return body;
  }

  async #upload(): Promise<void> {
    const folder = this.#folders[this.#files.length % this.#folders.length] as string;
    const name = `file ${this.#files.length}`;
    const { id, content } = await this.#send(name, folder);
    this.#add({ id, name }, folder, content);
  }

  async #send(name: string, parentFolderId: string): Promise<{ readonly id: string; readonly content: string }> {
    this.#contents += 1;
    const bytes = Buffer.from(`${this.#user.email} ${this.#contents}`);
    const wanted = { name, bytes: bytes.length, parentFolderId, onConflict: 'replace' } as const;
    const answer = (await putBytes(await reserveUpload(this.#drive, this.#user, wanted), bytes)) as { fileId: string };
    return { id: answer.fileId, content: sha256(bytes) };
  }

  #add({ id, name }: { readonly id: string; readonly name: string }, folder: string, content: string): void {
    this.#files.push({ id, name, folder, content, versions: [], number: 1, state: 'alive' });
  }
}
