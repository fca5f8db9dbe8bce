import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAV_METHODS } from './dav-grammar.ts';
import type { Random } from './seeded-random.ts';

const root = join(import.meta.dirname, '../../..');

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A request target of the server: an operation of the API, a page, a form or a route for bytes. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly body: Schema | 'form' | 'multipart' | 'bytes' | 'dav' | undefined;
  /** Relative frequency. */
  readonly weight: number;
}

/** Targets that hash a password, or end the credentials of other requests. */
const EXPENSIVE = /\/(login|register|setup|reset|unlock|password)$|^\/(sign-in|register|setup|reset)|\/admin\/users$/;
const DISRUPTIVE = /\/auth\/(logout|password|setup)$|\/sign-out$|\/sessions\/end$/;
/** One path stands for the whole of WebDAV: an eighth of the requests. */
const DAV_WEIGHT = 3;
/** Protocols that openapi.json describes in part, and unknown paths. */
const others: readonly (readonly [method: string, path: string, body?: 'multipart' | 'bytes' | 'form'])[] = [
  ['PATCH', '/files/tus/{upload}', 'bytes'],
  ['HEAD', '/files/tus/{upload}'],
  ['DELETE', '/files/tus/{upload}'],
  ['OPTIONS', '/files/tus'],
  ['POST', '/files/upload-form', 'multipart'],
  ['POST', '/files/collect-form/{collect}', 'multipart'],
  ['POST', '/files/share-form/{token}', 'multipart'],
  ['GET', '/assets/{any}'],
  ['GET', '{asset}'],
  ['GET', '/favicon.ico'],
  ['GET', '/{any}'],
  ['GET', '/api/{any}'],
  ['POST', '/api/{any}', 'form'],
  ['GET', '/files/{any}'],
  ['OPTIONS', '/api/files'],
];

/** Every page and every form of the server. A server test keeps the list equal to the mounted routes. */
function findPages(): { readonly method: string; readonly path: string }[] {
  const list = readFileSync(join(root, 'packages/server/test/pages.txt'), 'utf8').trim();
  return list.split('\n').map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return { method, path };
  });
}

export class Targets {
  readonly all: readonly Target[];
  readonly #api: OpenApi;
  readonly #totalWeight: number;

  constructor() {
    this.#api = JSON.parse(readFileSync(join(root, 'packages/server/openapi.json'), 'utf8')) as OpenApi;
    const operations = Object.entries(this.#api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#targetOf(method.toUpperCase(), path, operation)),
    );
    const pages = findPages().map(({ method, path }) =>
      plainTarget(method, path, method === 'POST' ? 'form' : undefined),
    );
    const dav = DAV_METHODS.map((method) => ({ ...plainTarget(method, '/dav/{dav}', 'dav'), weight: DAV_WEIGHT }));
    this.all = [...operations, ...pages, ...others.map((other) => plainTarget(...other)), ...dav];
    this.#totalWeight = this.all.reduce((sum, { weight }) => sum + weight, 0);
  }

  pick(random: Random): Target {
    let left = random.next() * this.#totalWeight;
    return this.all.find(({ weight }) => (left -= weight) < 0) ?? this.all[0]!;
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.#api.components.schemas[name] ?? {});
  }

  #targetOf(method: string, path: string, { parameters = [], requestBody }: Operation): Target {
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const body = type === 'application/json' ? content?.schema : type === undefined ? undefined : 'bytes';
    return { ...plainTarget(method, path), query: parameters.filter((one) => one.in === 'query'), body };
  }
}

function plainTarget(method: string, path: string, body?: Target['body']): Target {
  const isGet = method === 'GET';
  const weight = !isGet && EXPENSIVE.test(path) ? 0.2 : !isGet && DISRUPTIVE.test(path) ? 0.1 : 1;
  return { method, path, query: [], body, weight };
}
