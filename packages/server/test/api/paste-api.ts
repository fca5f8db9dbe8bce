import type { NewPaste, Paste } from '@drive/contract';
import { expect } from 'vitest';
import type { Drive, DriveInit } from '../drive.ts';

export interface PasteAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON, or an empty object for another body. */
  readonly body: Record<string, any>;
  readonly text: string;
}

/** Requests about pastes; the default caller is a visitor. */
export function pasteApi(drive: () => Drive) {
  const call = async (method: string, path: string, init: DriveInit = {}): Promise<PasteAnswer> => {
    const response = await drive().fetch(path, { method, ...init });
    // Keeps a byte order mark, which `text()` would remove.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    const isJson = text !== '' && (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text };
  };
  const create = async (json: Partial<NewPaste>, init: DriveInit = {}): Promise<Paste> => {
    const { status, body } = await call('POST', '/api/pastes', { json: { content: 'hello\n', ...json }, ...init });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Paste;
  };
  const ofToken =
    (method: string, rest: string) =>
    ({ token }: { readonly token: string }, init?: DriveInit): Promise<PasteAnswer> =>
      call(method, `/api/public/pastes/${token}${rest}`, init);
  return {
    call,
    create,
    resolve: ofToken('GET', ''),
    reveal: ofToken('POST', '/reveal'),
    unlock: ({ token }: { readonly token: string }, password: string, init: DriveInit = {}) =>
      call('POST', `/api/public/pastes/${token}/unlock`, { json: { password }, ...init }),
    raw: ({ token }: { readonly token: string }, init: DriveInit = {}) =>
      call(init.method ?? 'GET', `/files/pastes/${token}/raw`, init),
    page: (path: string, init: DriveInit = {}) =>
      call(init.method ?? 'GET', path, {
        redirect: 'manual',
        ...init,
        headers: { accept: 'text/html', ...init.headers },
      }),
  };
}

export const codeOf = ({ status, body }: PasteAnswer): [number, unknown] => [status, body['code']];
