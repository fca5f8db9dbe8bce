import type { Drive } from '../drive.ts';

type Headers = Record<string, string>;

export const tusVersion = { 'tus-resumable': '1.0.0' };
export const tusBytes = { 'content-type': 'application/offset+octet-stream' };

/** The requests of the tus protocol in their simplest form; `headers` replace their own. */
export interface TusCalls {
  call(method: string, path: string, headers?: Headers, body?: Buffer): Promise<Response>;
  create(sessionId: string, length: number, headers?: Headers, body?: Buffer): Promise<Response>;
  patch(sessionId: string, offset: number, body: Buffer, headers?: Headers): Promise<Response>;
  head(sessionId: string): Promise<Response>;
  offsetOf(sessionId: string): Promise<string | null>;
}

/** Calls `drive` for each request, because a restart changes the URL. */
export function createTusCalls(drive: () => Drive): TusCalls {
  const calls: TusCalls = {
    call: (method, path, headers = {}, body) =>
      fetch(`${drive().url}/files/tus${path}`, {
        method,
        headers: { ...tusVersion, ...headers },
        ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      }),
    create: (sessionId, length, headers = {}, body) =>
      calls.call(
        'POST',
        '',
        {
          'upload-length': String(length),
          'upload-metadata': `filename ${btoa('a.txt')},sessionId ${btoa(sessionId)}`,
          ...headers,
        },
        body,
      ),
    patch: (sessionId, offset, body, headers = {}) =>
      calls.call('PATCH', `/${sessionId}`, { ...tusBytes, 'upload-offset': String(offset), ...headers }, body),
    head: (sessionId) => calls.call('HEAD', `/${sessionId}`),
    offsetOf: async (sessionId) => (await calls.head(sessionId)).headers.get('upload-offset'),
  };
  return calls;
}
