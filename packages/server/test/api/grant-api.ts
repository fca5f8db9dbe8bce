import type { CreatedUploadGrant, NewGrantedUpload, NewUploadGrant, UploadGrant } from '@drive/contract';
import type { Drive, TestUser } from '../drive.ts';
import type { Reservation } from './uploads.ts';

type Headers = Readonly<Record<string, string>>;

/** The requests of the owner of upload grants and of those who hold their tokens. Calls `drive` for each request. */
export function grantApi(drive: () => Drive) {
  const owned = async <Body>(
    owner: Pick<TestUser, 'key'>,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<Body> => {
    const response = await drive().fetch(`/api/upload-grants${path}`, { method, key: owner.key, json });
    if (!response.ok) throw new Error(`${method} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Body;
  };
  const ask = (
    token: string,
    upload: Partial<NewGrantedUpload> | object = {},
    headers: Headers = {},
  ): Promise<Response> =>
    drive().fetch('/api/public/grants/uploads', {
      method: 'POST',
      headers: { 'x-upload-grant': token, ...headers },
      json: { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5, ...upload },
    });
  const reserve = async (token: string, upload: object = {}, headers: Headers = {}): Promise<Reservation> => {
    const response = await ask(token, upload, headers);
    if (response.status !== 201) throw new Error(`reserving answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Reservation;
  };
  const put = ({ uploadUrl }: Pick<Reservation, 'uploadUrl'>, body: string | Buffer, headers: Headers = {}) =>
    drive().fetch(new URL(uploadUrl).pathname, {
      method: 'PUT',
      body: body as Uint8Array<ArrayBuffer>,
      headers: { ...headers },
    });
  return {
    create: (owner: Pick<TestUser, 'key'>, grant: NewUploadGrant | object = {}) =>
      owned<CreatedUploadGrant>(owner, 'POST', '', grant),
    get: (owner: Pick<TestUser, 'key'>, id: string) => owned<UploadGrant>(owner, 'GET', `/${id}`),
    list: async (owner: Pick<TestUser, 'key'>, query = '') =>
      (await owned<{ uploadGrants: UploadGrant[] }>(owner, 'GET', query)).uploadGrants,
    revoke: (owner: Pick<TestUser, 'key'>, id: string) => owned<undefined>(owner, 'DELETE', `/${id}`),
    ask,
    reserve,
    put,
  };
}

/** The beginning of a PNG. */
export const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
