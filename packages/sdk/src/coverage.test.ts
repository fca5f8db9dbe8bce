import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { testKey } from '../test/scripted-server.ts';
import { operations } from './api.gen.ts';
import { DriveClient } from './index.ts';

interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
}
const description = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
};

/** Operations that no method reaches. Nothing may be added here. */
const unreached: readonly string[] = [];

/** Bytes and endless streams; what they reserve and ask has methods of its own. */
const notCalled = /^(constructor|request|stream|put|upload.*|download(Blob|Stream)?)$/;

/** Whatever is asked for, something of it is in here. */
const answer = {
  pagination: { currentPage: 1, totalItems: 0, totalPages: 1 },
  locked: true,
  unlockToken: 'unlocked',
  downloadUrl: 'http://drive.test/files/x',
};

/** First arguments as methods take them; the rest are objects or texts. */
const firstArguments: readonly unknown[] = ['x', { token: 'x' }, { fileId: 'x' }, { folderId: 'x' }, ['x'], undefined];

/** Requests of each method, as `GET /api/me`. */
const seen: { readonly request: string; readonly method: string }[] = [];
/** Name of the method that is being called. */
let calling = '';

const methodsThatReach = ([method, path]: readonly [string, string, string?]): string[] => {
  const pattern = new RegExp(`^${method} ${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return seen.filter(({ request }) => pattern.test(request)).map((each) => each.method);
};

const isStreamed = ([, path]: readonly [string, string, string?]): boolean => path.endsWith('/stream');

beforeAll(async () => {
  const client = new DriveClient({
    baseUrl: 'http://drive.test',
    apiKey: testKey,
    maxRetries: 0,
    fetch: async (url, init) => {
      const { pathname } = new URL(url instanceof Request ? url.url : url);
      seen.push({ request: `${init?.method} ${pathname}`, method: calling });
      return Response.json(answer);
    },
  });
  const met = new Set<object>();
  for (const resource of [client, ...(Object.values(client) as object[])]) await callAll(resource, met);
});

it('reaches every operation of the API by calling methods', () => {
  const missing = Object.entries(operations)
    .filter(([, operation]) => methodsThatReach(operation).length === 0)
    .map(([id]) => id);
  expect(missing).toEqual(unreached);
});

it('is shown in the description of the API by examples of methods that call the operation', () => {
  const wrong = Object.values(description.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId, 'x-codeSamples': samples }) => {
      const operation = operations[operationId as keyof typeof operations];
      const source = samples.find(({ label }) => label === 'SDK')?.source ?? '';
      // The methods that transfer bytes or stream events are not called here.
      if (operation === undefined || isStreamed(operation)) return !source.includes('new DriveClient');
      return !methodsThatReach(operation).some((method) => source.includes(`.${method}(`));
    });
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

/** Calls every method, and those of what comes back: an opened share, for instance. */
async function callAll(resource: object, met: Set<object>): Promise<void> {
  const prototype = Object.getPrototypeOf(resource) as object;
  if (prototype === Object.prototype || met.has(prototype)) return;
  met.add(prototype);
  for (const inner of Object.values(resource))
    if (typeof inner === 'object' && inner !== null) await callAll(inner, met);
  for (const [name, method] of methodsOf(prototype)) {
    if (notCalled.test(name)) continue;
    // An iterator sends its request when it is advanced.
    if (name !== 'next') calling = name;
    for (const first of firstArguments) {
      for (const second of [{ url: 'x' }, 'y']) {
        const result: unknown = await call(resource, method, first, second);
        if (typeof result === 'object' && result !== null && !Array.isArray(result)) await callAll(result, met);
      }
    }
  }
}

/** The methods of a class and of the classes it extends. */
function methodsOf(prototype: object): [string, Function][] {
  if (prototype === Object.prototype) return [];
  const inherited = methodsOf(Object.getPrototypeOf(prototype) as object);
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  return [
    ...own.flatMap(([name, { value }]): [string, Function][] => (typeof value === 'function' ? [[name, value]] : [])),
    ...inherited,
  ];
}

/** A value that can't be made of such arguments says so, and another will do. */
async function call(resource: object, method: Function, first: unknown, second: unknown): Promise<unknown> {
  try {
    return await Reflect.apply(method, resource, second === 'y' ? [first, 'y', {}] : [first, second]);
  } catch {
    return undefined;
  }
}
