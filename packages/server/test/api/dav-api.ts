import type { Drive, TestUser } from '../drive.ts';

export interface DavAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A WebDAV client of one user. Paths are below the mount and percent-encoded. */
export interface DavApi {
  call(
    method: string,
    path: string,
    init?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer },
  ): Promise<DavAnswer>;
  /** Status of a PUT. */
  put(path: string, body?: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** Text of a file; throws unless it is there. */
  read(path: string): Promise<string>;
  /** Hrefs of a folder's members, without the folder. */
  members(path: string): Promise<string[]>;
  /** COPY or MOVE; the status. */
  transfer(
    method: 'COPY' | 'MOVE',
    from: string,
    to: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<number>;
  /** The token of a new lock; throws unless it is granted. */
  lock(path: string, options?: LockOptions): Promise<string>;
  tryLock(path: string, options?: LockOptions): Promise<DavAnswer>;
}

export interface LockOptions {
  readonly scope?: 'exclusive' | 'shared';
  readonly headers?: Readonly<Record<string, string>>;
}

/** `root`: of what others share, instead of the user's own drive. */
export function davApi(drive: Drive, { key }: Pick<TestUser, 'key'>, root: '/dav' | '/dav-all' = '/dav'): DavApi {
  const authorization = `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}`;
  const call: DavApi['call'] = async (method, path, { headers = {}, body } = {}) => {
    const response = await drive.fetch(`${root}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const tryLock: DavApi['tryLock'] = (path, { scope = 'exclusive', headers = {} } = {}) =>
    call('LOCK', path, {
      headers,
      body: `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>`,
    });
  return {
    call,
    tryLock,
    put: async (path, body = '', headers = {}) => (await call('PUT', path, { body, headers })).status,
    read: async (path) => {
      const { status, body } = await call('GET', path);
      if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
      return body;
    },
    members: async (path) => {
      const { body } = await call('PROPFIND', path, { headers: { depth: '1' } });
      return [...body.matchAll(/<D:response><D:href>([^<]*)<\/D:href>/g)].map(([, href = '']) => href).slice(1);
    },
    transfer: async (method, from, to, headers = {}) =>
      (await call(method, from, { headers: { destination: `${drive.url}${root}${to}`, ...headers } })).status,
    lock: async (path, options) => {
      const { status, headers, body } = await tryLock(path, options);
      const token = headers.get('lock-token')?.slice(1, -1);
      if (token === undefined) throw new Error(`LOCK ${path} answered ${status}: ${body}`);
      return token;
    },
  };
}
