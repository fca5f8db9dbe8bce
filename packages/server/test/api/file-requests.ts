import type { Collection } from '@drive/contract';
import { expect } from 'vitest';
import { drive, mine } from '../use-drive.ts';
import { fileWish } from './sender-api.ts';

// API calls about file requests of the user of `use-drive.ts`, and those of visitors.

export const codeOf = (body: unknown): unknown => (body as { code?: unknown }).code;

export async function createCollection(json: Record<string, unknown> = {}): Promise<Collection> {
  const { status, body } = await mine.call('POST', '/api/collections', { name: 'Holiday', ...json });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Collection;
}
export interface VisitorAnswer {
  readonly status: number;
  readonly body: Record<string, any>;
}
export async function callAsVisitor(
  method: string,
  path: string,
  json?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await drive.fetch(path, { method, headers, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) } as VisitorAnswer;
}
export const resolve = (token: string, headers?: Record<string, string>): Promise<VisitorAnswer> =>
  callAsVisitor('GET', `/api/public/collect/${token}`, undefined, headers);
export const reserve = (
  token: string,
  json: Record<string, unknown> = {},
  headers?: Record<string, string>,
): Promise<VisitorAnswer> =>
  callAsVisitor('POST', `/api/public/collect/${token}/uploads`, { ...fileWish, ...json }, headers);
export const put = async (uploadUrl: string, text = 'hello'): Promise<VisitorAnswer> => {
  const response = await fetch(uploadUrl, { method: 'PUT', body: text });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
};
export const send = async (token: string, json: Record<string, unknown> = {}): Promise<VisitorAnswer> => {
  const { status, body } = await reserve(token, json);
  expect([status, body]).toEqual([201, expect.anything()]);
  return put(body['uploadUrl'] as string);
};
export const inFolder = async (folderId: string): Promise<string[]> =>
  (await mine.call('GET', `/api/files?parentId=${folderId}`)).body.files.map(({ name }: { name: string }) => name);
export const again = async (id: string): Promise<Collection> =>
  (await mine.call('GET', `/api/collections/${id}`)).body as Collection;
