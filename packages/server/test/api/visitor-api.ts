import { expect } from 'vitest';
import type { Drive } from '../drive.ts';

type Headers = Readonly<Record<string, string>>;

/** The headers of a browser. */
export const browser = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } as const;

/** Every endpoint of a share by its token; the last one uses the short code. */
export const doors: readonly (readonly [method: string, path: string, json?: unknown])[] = [
  ['GET', '/api/public/share/{token}'],
  ['GET', '/api/public/share/{token}/files'],
  ['GET', '/api/public/share/{token}/download-url'],
  ['POST', '/api/public/share/{token}/archive'],
  ['POST', '/api/public/share/{token}/unlock', { password: 'guess' }],
  ['PUT', '/api/public/share/{token}/like'],
  ['DELETE', '/api/public/share/{token}/like'],
  ['GET', '/api/public/share/{token}/comments'],
  ['POST', '/api/public/share/{token}/comments', { body: 'hello' }],
  ['DELETE', '/api/public/share/{token}/comments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
  ['GET', '/share/{token}'],
  ['GET', '/share/{token}?folder=1'],
  ['GET', '/share/{token}/download'],
  ['GET', '/share/{token}/view'],
  ['GET', '/share/{token}/archive'],
  ['GET', '/s/{token}'],
];

/** A visitor with a link, by the public API. */
export interface VisitorApi {
  ask(
    method: string,
    path: string,
    json?: unknown,
    headers?: Headers,
  ): Promise<{ readonly status: number; readonly body: any; readonly response: Response }>;
  /** A new signed URL. */
  addressOf(token: string, query?: string, headers?: Headers): Promise<string>;
  addresses(token: string, count: number): Promise<string[]>;
  /** The URL of a ZIP of the complete share. */
  archiveOf(token: string, headers?: Headers): Promise<string>;
  unlock(token: string, password: unknown): ReturnType<VisitorApi['ask']>;
  grantOf(token: string, password: string): Promise<string>;
  /** Reads all bytes; returns the status. */
  fetchWhole(url: string, init?: RequestInit): Promise<number>;
}

export function visitorOf(drive: () => Drive): VisitorApi {
  const ask: VisitorApi['ask'] = async (method, path, json, headers = {}) => {
    const response = await drive().fetch(path, { method, headers, ...(json === undefined ? {} : { json }) });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined, response };
  };
  const expectBody = async (...args: Parameters<typeof ask>): Promise<any> => {
    const { status, body } = await ask(...args);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const addressOf: VisitorApi['addressOf'] = async (token, query = '', headers = {}) =>
    (await expectBody('GET', `/api/public/share/${token}/download-url?${query}`, undefined, headers)).downloadUrl;
  return {
    ask,
    addressOf,
    addresses: async (token, count) => {
      const urls: string[] = [];
      for (let n = 0; n < count; n += 1) urls.push(await addressOf(token));
      return urls;
    },
    archiveOf: async (token, headers = {}) =>
      (await expectBody('POST', `/api/public/share/${token}/archive`, {}, headers)).downloadUrl,
    unlock: (token, password) => ask('POST', `/api/public/share/${token}/unlock`, { password }),
    grantOf: async (token, password) =>
      (await expectBody('POST', `/api/public/share/${token}/unlock`, { password })).unlockToken,
    fetchWhole: async (url, init = {}) => {
      const response = await drive().fetch(url, init);
      await response.arrayBuffer();
      return response.status;
    },
  };
}
