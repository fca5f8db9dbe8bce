import { type OperationId, operations, type Pagination } from '../api.gen.ts';
import type { AnswerOf, InputOf } from '../transport.ts';
import { FakeRefusal } from './fake-refusal.ts';

/** Operations whose bodies or answers are bytes. The last parameter `rest` takes slashes, too. */
const byteOperations = {
  putUploadBytes: ['PUT', '/files/uploads/{sessionId}'],
  cancelUpload: ['DELETE', '/files/uploads/{sessionId}'],
  getUploadOffset: ['HEAD', '/files/tus/{sessionId}'],
  patchUpload: ['PATCH', '/files/tus/{sessionId}'],
  putFileByPath: ['PUT', '/files/by-path/{rest}'],
  readFileByPath: ['GET', '/files/by-path/{rest}'],
  downloadFile: ['GET', '/files/d/{token}/{rest}'],
  readPublicFile: ['GET', '/files/public/{token}/{rest}'],
} as const;

/** A request, matched to its operation. */
export interface FakeCall<Body = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

type BodyOf<Id extends OperationId> = InputOf<Id> extends { readonly body: infer Body } ? Body : undefined;
export type ByteOperationId = keyof typeof byteOperations;

/** The answer of an operation: its value with the lowest status, or a complete response. */
export type Handlers = {
  readonly [Id in OperationId]?: (
    call: FakeCall<BodyOf<Id>>,
  ) => AnswerOf<Id> | Response | (AnswerOf<Id> extends undefined ? void : never);
} & { readonly [Id in ByteOperationId]?: (call: FakeCall) => Promise<Response> | Response };

/** Fixed paths before those with parameters: `/api/files/trash` is no id. */
const routes = Object.entries({ ...operations, ...byteOperations })
  .map(([id, [method, path]]) => ({ id, method, path, parts: path.split('/') }))
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

/** The parameters of a path, or undefined if it is not of this form. `{rest}` takes slashes, and stays encoded. */
function paramsOf(parts: readonly string[], pathname: string): Record<string, string> | undefined {
  const names = pathname.split('/');
  const rest = parts.at(-1) === '{rest}' ? names.splice(parts.length - 1).join('/') : undefined;
  if (rest === '' || names.length !== parts.length - (rest === undefined ? 0 : 1)) return undefined;
  const params: Record<string, string> = rest === undefined ? {} : { rest };
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (part.startsWith('{') && name !== '') params[part.slice(1, -1)] = decodeURIComponent(name);
    else if (part !== name) return undefined;
  }
  return params;
}

export interface FoundOperation {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly isPublic: boolean;
}

export function findOperation(method: string, pathname: string): FoundOperation {
  for (const { id, method: wanted, path, parts } of routes) {
    const params = wanted === method ? paramsOf(parts, pathname) : undefined;
    if (params === undefined) continue;
    return { id, params, isPublic: /^\/(api\/public|files\/(uploads|tus|d|public))\//.test(path) };
  }
  throw new FakeRefusal(404, 'not_found', `There is nothing at ${method} ${pathname}.`);
}

/** Throws for a parameter of a query that the fake would ignore. */
export function requireKnown(query: URLSearchParams, ...known: readonly string[]): void {
  for (const name of query.keys())
    if (!known.includes(name))
      throw new FakeRefusal(501, 'not_faked', `FakeDrive does not know the parameter ${name}. Test it on a server.`);
}

/** A page of a list, and its position. */
export function pageOf<T>(
  all: readonly T[],
  query: URLSearchParams,
): { readonly page: readonly T[]; readonly pagination: Pagination } {
  const limit = Math.min(Number(query.get('limit') ?? 50), 200);
  const start = query.has('cursor') ? Number(query.get('cursor')) : (Number(query.get('page') ?? 1) - 1) * limit;
  const end = start + limit;
  const pagination = {
    currentPage: Math.floor(start / limit) + 1,
    totalItems: all.length,
    totalPages: Math.ceil(all.length / limit),
    nextCursor: end < all.length ? String(end) : null,
  };
  return { page: all.slice(start, end), pagination };
}

interface Failed {
  readonly id: string;
  readonly message: string;
  readonly code: string;
  readonly status: number;
}

/** Independent work on each id. */
export function batchOf<T>(ids: readonly string[], work: (id: string) => T): { done: T[]; failed: Failed[] } {
  const done: T[] = [];
  const failed: Failed[] = [];
  for (const id of new Set(ids))
    try {
      done.push(work(id));
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error;
      failed.push({ id, message: error.message, code: error.code, status: error.status });
    }
  return { done, failed };
}
