import { expect, it } from 'vitest';
import { operations } from './api.gen.ts';
import { DriveClient } from './index.ts';

/** Operations that no method reaches. Nothing may be added here. */
const unreached: readonly string[] = [];

/** Bytes and endless streams; what they reserve and ask has methods of its own. */
const notCalled = /^(constructor|request|stream|put|cancel|upload.*|download(Blob|Stream)?)$/;

/** Whatever is asked for, something of it is in here. */
const answer = {
  pagination: { currentPage: 1, totalItems: 0, totalPages: 1 },
  locked: true,
  unlockToken: 'unlocked',
  downloadUrl: 'http://drive.test/files/x',
};

/** First arguments as methods take them; the rest are objects or texts. */
const firstArguments: readonly unknown[] = ['x', { token: 'x' }, { fileId: 'x' }, { folderId: 'x' }, ['x'], undefined];

it('reaches every operation of the API by calling methods', async () => {
  const seen: string[] = [];
  const client = new DriveClient({
    baseUrl: 'http://drive.test',
    apiKey: 'svc_test',
    maxRetries: 0,
    fetch: async (url, init) => {
      seen.push(`${init?.method} ${new URL(url instanceof Request ? url.url : url).pathname}`);
      return Response.json(answer);
    },
  });
  const met = new Set<object>();
  for (const resource of Object.values(client) as object[]) await callAll(resource, met);

  const missing = Object.entries(operations)
    .filter(([, [method, path]]) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return !seen.some((each) => pattern.test(each));
    })
    .map(([id]) => id);
  expect(missing).toEqual(unreached);
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
