import fc from 'fast-check';
import { callByPath } from '../api/by-path-requests.ts';
import { davApi } from '../api/dav-api.ts';
import type { Drive, TestUser } from '../drive.ts';

/** What to do, and with which items: numbers choose among those that exist. */
export interface Act {
  readonly kind: (typeof kinds)[number];
  readonly on: number;
  readonly to: number;
  readonly name: string;
}

const kinds = [
  'folder',
  'upload',
  'replace',
  'put',
  'rename',
  'move',
  'move out',
  'move in',
  'move many',
  'copy many',
  'annotate',
  'tag many',
  'trash',
  'trash many',
  'restore',
  'restore many',
  'purge',
  'purge many',
  'empty',
  'restore version',
  'dav put',
  'dav folder',
  'dav move',
  'dav copy',
  'dav delete',
] as const;

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  on: fc.nat(),
  to: fc.nat(),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
});

/** The acts of several writers, at the same time. */
export const writers = (acts: number): fc.Arbitrary<Act[][]> =>
  fc.array(fc.array(act, { minLength: 1, maxLength: acts }), { minLength: 2, maxLength: 3 });

/** A client of one drive that changes it by every door. Refusals are as good as changes. */
export class DriveWriter {
  readonly #drive: Drive;
  readonly #user: TestUser;
  readonly #folder: string;
  /** items.id of everything that was ever made. */
  readonly #ids: string[] = [];

  /** `folder`: always alive, in the root. */
  constructor(drive: Drive, user: TestUser, folder: string) {
    this.#drive = drive;
    this.#user = user;
    this.#folder = folder;
  }

  async perform({ kind, on, to, name }: Act): Promise<void> {
    const id = this.#pick(on);
    const parent = to % 3 === 0 ? this.#folder : this.#pick(to);
    const some = [0, 1, 2].map((step) => this.#pick(on + step));
    const dav = davApi(this.#drive, this.#user);
    const path = await this.#pathOf(id);
    const target = `${await this.#pathOf(parent)}/${name}`;
    const acts: Record<Act['kind'], () => Promise<unknown>> = {
      folder: async () => this.#add(await this.#call('POST', '/api/files/folders', { name, parentId: parent })),
      upload: () => this.#upload({ name, parentFolderId: parent }),
      replace: () => this.#upload({ name, parentFolderId: parent, onConflict: 'replace' }),
      put: async () =>
        this.#add(
          (await callByPath(this.#drive, this.#user, `${name}/deep/${on % 3}`, { method: 'PUT', body: 'x' })).json,
        ),
      rename: () => this.#call('PATCH', `/api/files/${id}`, { name: `${name}${on % 5}` }),
      move: () => this.#call('PATCH', `/api/files/${id}`, { parentId: parent, name: `${name}${to % 5}` }),
      'move out': () => this.#call('PATCH', `/api/files/${id}`, { moveToRoot: true, name: `${name}${on % 9}` }),
      'move in': () => this.#call('PATCH', `/api/files/${id}`, { parentId: this.#folder }),
      'move many': () => this.#call('PATCH', '/api/files/move', { ids: some, parentId: parent }),
      'copy many': async () =>
        this.#addAll(await this.#call('POST', '/api/files/copy', { ids: some, parentId: parent })),
      annotate: () => this.#call('PATCH', `/api/files/${id}`, { metadata: { [name]: String(on % 3) } }),
      'tag many': () => this.#call('POST', '/api/files/tags', { ids: some, [on % 2 === 0 ? 'add' : 'remove']: [name] }),
      trash: () => this.#call('DELETE', `/api/files/${id}`),
      'trash many': () => this.#call('POST', '/api/files/trash', { ids: some }),
      restore: () => this.#call('POST', `/api/files/${id}/restore`),
      'restore many': () => this.#call('POST', '/api/files/restore', { ids: some }),
      purge: () => this.#call('DELETE', `/api/files/${id}/permanent`),
      'purge many': () => this.#call('POST', '/api/files/purge', { ids: some }),
      empty: () => this.#call('DELETE', '/api/files/trash'),
      'restore version': () => this.#call('POST', `/api/files/${id}/versions/1/restore`),
      'dav put': () => dav.put(target, 'x'),
      'dav folder': () => dav.call('MKCOL', target),
      'dav move': () => dav.transfer('MOVE', path, target),
      'dav copy': () => dav.transfer('COPY', path, target),
      'dav delete': () => dav.call('DELETE', path),
    };
    await acts[kind]();
    // What WebDAV makes has no id in its answer.
    if (kind.startsWith('dav'))
      this.#add(await this.#call('GET', `/api/files/by-path?path=${encodeURIComponent(target)}`));
  }

  #pick(at: number): string {
    return this.#ids[at % this.#ids.length] ?? '00000000-0000-4000-8000-000000000000';
  }

  #add({ id }: { readonly id?: unknown }): void {
    if (typeof id === 'string' && id !== this.#folder && !this.#ids.includes(id)) this.#ids.push(id);
  }

  #addAll({ copied = [] }: { readonly copied?: unknown }): void {
    for (const item of copied as { readonly id: string }[]) this.#add(item);
  }

  async #upload(wanted: object): Promise<void> {
    const json = {
      ...wanted,
      fileName: (wanted as { name: string }).name,
      name: undefined,
      contentType: 'text/plain',
      fileSizeBytes: 3,
    };
    const { fileId, uploadUrl } = await this.#call('POST', '/api/uploads', json);
    if (typeof uploadUrl !== 'string') return;
    const response = await fetch(uploadUrl, { method: 'PUT', body: 'abc' });
    await response.text();
    this.#add({ id: fileId });
  }

  async #pathOf(id: string): Promise<string> {
    const path: unknown = await this.#call('GET', `/api/files/${id}/path`);
    return Array.isArray(path) ? path.map(({ name }: { name: string }) => `/${name}`).join('') : '/none';
  }

  async #call(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
    const response = await this.#drive.fetch(path, {
      method,
      key: this.#user.key,
      ...(json === undefined ? {} : { json }),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }
}
