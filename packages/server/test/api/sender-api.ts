import type { Drive } from '../drive.ts';

export interface Said {
  readonly status: number;
  readonly text: string;
  /** Empty if the body is not JSON. */
  readonly body: Record<string, any>;
  readonly headers: Headers;
}

/** Visitors with the link of a file request, by the API and by the page's form. */
export interface SenderApi {
  ask(method: string, path: string, init?: RequestInit & { readonly json?: unknown }): Promise<Said>;
  /** Reserves a small text file by default. */
  reserve(token: string, json?: Record<string, unknown>, headers?: Record<string, string>): Promise<Said>;
  /** Sends `hello` by default. */
  put(uploadUrl: string, text?: string): Promise<Said>;
  postForm(token: string, body: FormData, headers?: Record<string, string>): Promise<Said>;
}

export const fileWish = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };

export function senderApi(drive: () => Drive): SenderApi {
  const ask: SenderApi['ask'] = async (method, path, init = {}) => {
    const response = await drive().fetch(path, { method, ...init });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, text, body: isJson ? JSON.parse(text) : {}, headers: response.headers };
  };
  return {
    ask,
    reserve: (token, json = {}, headers = {}) =>
      ask('POST', `/api/public/collect/${token}/uploads`, { json: { ...fileWish, ...json }, headers }),
    put: (uploadUrl, text = 'hello') => ask('PUT', new URL(uploadUrl).pathname, { body: text }),
    postForm: (token, body, headers = {}) =>
      ask('POST', `/files/collect-form/${token}`, { body, headers: { 'sec-fetch-site': 'same-origin', ...headers } }),
  };
}

export function formWith(name: string, content = 'x'): FormData {
  const form = new FormData();
  form.append('files', new Blob([content]), name);
  return form;
}

/** Status and code. */
export const refusalIn = ({ status, body }: Said): readonly unknown[] => [status, body['code']];

/** Everything by which a visitor can distinguish two responses. */
export function lookOf({ status, headers, text }: Said, token: string): readonly unknown[] {
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return [status, kept, text.replace(/"timestamp":"[^"]+"/, '').replaceAll(token, '')];
}

/** The data of the owner's events of this type, oldest first. */
export async function readEvents(drive: Drive, userId: number, type: string): Promise<Record<string, unknown>[]> {
  const rows = await drive.database.reader
    .selectFrom('events')
    .select('data')
    .where('type', '=', type)
    .where('user_id', '=', userId)
    .orderBy('row_id')
    .execute();
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
}
