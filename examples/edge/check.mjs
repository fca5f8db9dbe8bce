// Checks the example: bundles it and runs it with the APIs of all edge runtimes only.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { DriveClient, uploadWithGrant } from '@drive/sdk';
import { build } from 'vite';

const { DRIVE_URL, DRIVE_API_KEY } = process.env;
const root = import.meta.dirname;
const [{ output }] = await build({ root, logLevel: 'error' });
const wanted = output.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
assert.ok(
  wanted.every((file) => output.some(({ fileName }) => fileName === file)),
  'all is in the bundle',
);

const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
const { id } = await client.files.createFolder({ name: 'reports' });
await client.uploads.upload(new Blob(['It was warm.\n']), { name: 'july 2026.txt', parentId: id });

const webGlobals = ['AbortController', 'AbortSignal', 'Blob', 'DOMException', 'FormData', 'Headers', 'ReadableStream']
  .concat(['Request', 'Response', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'clearTimeout', 'console'])
  .concat([
    'crypto',
    'fetch',
    'performance',
    'setTimeout',
    'structuredClone',
    'TransformStream',
    'WritableStream',
    'queueMicrotask',
  ]);
const context = vm.createContext(Object.fromEntries(webGlobals.map((name) => [name, globalThis[name]])));
// Built as a script, because Node runs a module in a separate context only with a flag.
const lib = { entry: 'worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'script.js' };
await build({ root, configFile: false, logLevel: 'error', build: { lib, target: 'es2022', emptyOutDir: false } });
vm.runInContext(readFileSync(`${root}/dist/script.js`, 'utf8'), context);
const { worker } = context;

const get = (path) => worker.fetch(new Request(`https://edge.example.com${path}`), { DRIVE_URL, DRIVE_API_KEY });
const found = await get('/reports/july%202026.txt');
assert.equal(found.status, 302);
assert.equal(await (await fetch(found.headers.get('location'))).text(), 'It was warm.\n');
assert.equal((await get('/reports/august.txt')).status, 404);
assert.equal((await get('/%')).status, 404);

const asked = new Request('https://edge.example.com/api/upload', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
});
const given = await worker.fetch(asked, { DRIVE_URL, DRIVE_API_KEY });
assert.equal(given.status, 201);
const { fileId } = await uploadWithGrant(new File(['It was hot.\n'], 'august.txt'), await given.json());
assert.equal(await (await client.files.download(fileId)).text(), 'It was hot.\n');
