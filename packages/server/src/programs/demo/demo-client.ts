import { DomainError } from '../../platform/errors.ts';

/** Calls the API of a server as one user by a key, or as a visitor without one. */
export class DemoClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` without a trailing slash. */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  get<T>(path: string): Promise<T> {
    return this.#send('GET', path);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.#sendJson('POST', path, body);
  }

  patch<T>(path: string, body: object): Promise<T> {
    return this.#sendJson('PATCH', path, body);
  }

  async put(path: string): Promise<void> {
    await this.#send('PUT', path);
  }

  async delete(path: string): Promise<void> {
    await this.#send('DELETE', path);
  }

  /** Stores a file by its path, which begins in the root of the drive or in a folder. */
  store<T>(
    path: string,
    bytes: Uint8Array,
    { folderId, modifiedAt, replace = false, headers = {} }: StoreOptions = {},
  ): Promise<T> {
    const query = new URLSearchParams(folderId === undefined ? {} : { folderId });
    if (modifiedAt !== undefined) query.set('modifiedAt', modifiedAt);
    if (replace) query.set('onConflict', 'replace');
    const target = path.split('/').map(encodeURIComponent).join('/');
    return this.#send('PUT', `/files/by-path${target}?${query.toString()}`, { body: bytes, headers });
  }

  /** Sends the bytes of a reserved upload. */
  async sendBytes(uploadUrl: string, bytes: Uint8Array): Promise<void> {
    await this.#send('PUT', pathOf(uploadUrl), { body: bytes });
  }

  /** Takes the bytes behind a signed URL, as a download does. */
  async download(signedUrl: string): Promise<void> {
    const response = await fetch(`${this.#url}${pathOf(signedUrl)}`, { headers: this.#headers });
    await response.arrayBuffer();
  }

  #sendJson<T>(method: string, path: string, body: object): Promise<T> {
    return this.#send(method, path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #send<T>(
    method: string,
    path: string,
    { body, headers }: { body?: string | Uint8Array; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<T> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new DomainError('unavailable', `${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

interface StoreOptions {
  readonly folderId?: string;
  readonly modifiedAt?: string;
  readonly replace?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Links begin with the base URL, which this machine may not reach. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
