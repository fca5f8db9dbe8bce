// Tests third-party clients on a real server: four generators of clients from openapi.json, whose output must compile
// and work; the packed SDK in Bun, Deno, Jest, workerd and older TypeScript; the example for edge runtimes in workerd, which
// Cloudflare runs; the blocks of docs/uploads-in-your-app.md as a Next.js project, in Chromium; verifiers of webhooks; curl
// and wget. They are installed temporarily, because the workspace does not need them. Without a registry the stage is
// skipped. The examples try tus-js-client, in Node, and Uppy.
//   node tools/scripts/check-clients.mjs
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { rolldown } from 'rolldown';
import { cleanEnvironment, root } from '../launcher/toolchain.mjs';
import { tryEdgeExample } from './foreign-clients/edge-example.mjs';
import { tryNextProject } from './foreign-clients/next-project.mjs';
import { packPackages } from './packed.mjs';
import { startRealServer } from './real-server.mjs';
import { runProgram } from './run-program.mjs';
import { stageResults } from './stage-results.mjs';

const tools = {
  '@hey-api/openapi-ts': '0.99.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@types/node': '24.0.0',
  bun: '1.4.5',
  deno: '2.9.6',
  jest: '30.5.2',
  miniflare: '4.20260730.0',
  next: '16.4.6',
  oazapfts: '7.5.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  react: '19.3.1',
  'react-dom': '19.3.1',
  standardwebhooks: '1.1.1',
  stripe: '23.1.0',
  // The generators need a TypeScript of this line.
  typescript: '5.9.3',
  // The oldest that reads the declarations of the SDK; docs/sdk.md names it.
  'typescript-floor': 'npm:typescript@5.7.2',
};

const windows = process.platform === 'win32';
const results = stageResults();
const scratch = mkdtempSync(join(tmpdir(), 'drive-clients-'));
const generated = join(scratch, 'generated');
const bin = (name) => join(scratch, 'node_modules/.bin', name);
const platformBinary = (pattern) => globSync(pattern, { cwd: join(scratch, 'node_modules') })[0];
const bun = () => join(scratch, 'node_modules', platformBinary('@oven/*/bin/bun*'));
const { packed, remove } = await packPackages(['sdk', 'react']);
const missing = await whyNotInstalled();
const server = await startRealServer({ env: { DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
const environment = {
  ...cleanEnvironment(),
  PATH: process.env.PATH,
  HOME: scratch,
  DRIVE_URL: server.url,
  DRIVE_BASE_URL: server.url,
  DRIVE_API_KEY: server.apiKey,
};
try {
  await attempt('spectral finds nothing in openapi.json', lintBySpectral);
  await attempt('openapi-typescript and openapi-fetch', () =>
    tryGenerator('openapi-fetch', 'openapi-typescript', ['openapi.json', '-o', 'generated/openapi-typescript.ts']),
  );
  await attempt('@hey-api/openapi-ts', () =>
    tryGenerator('hey-api', 'openapi-ts', [
      '-i',
      'openapi.json',
      '-o',
      'generated/hey-api',
      '-c',
      '@hey-api/client-fetch',
    ]),
  );
  await attempt('oazapfts', () => tryGenerator('oazapfts', 'oazapfts', ['openapi.json', 'generated/oazapfts.ts']));
  await attempt('orval', () =>
    tryGenerator('orval', 'orval', ['--input', 'openapi.json', '--output', 'generated/orval.ts', '--client', 'fetch']),
  );
  await attempt('the SDK in Bun', () => run(bun(), ['sdk.ts', 'bun']));
  await attempt('the SDK in Deno', () => {
    const deno = join(scratch, 'node_modules', platformBinary('@deno/*/deno*'));
    return run(deno, ['run', '--allow-all', '--no-check', 'sdk.ts', 'deno'], { DENO_NO_UPDATE_CHECK: '1' });
  });
  await attempt('the SDK in Node by type stripping', () => run(process.execPath, ['sdk.ts', 'node']));
  await attempt('the SDK in Jest by require', () =>
    run(process.execPath, [
      '--experimental-vm-modules',
      join(scratch, 'node_modules/jest/bin/jest.js'),
      '--testMatch=**/commonjs.test.cjs',
    ]),
  );
  for (const [compiler, moduleKind, resolution, file] of [
    ['typescript', 'node16', 'node16', 'commonjs.cts'],
    ['typescript', 'esnext', 'bundler', 'sdk.ts'],
    ['typescript-floor', 'commonjs', 'node10', 'commonjs.cts'],
  ])
    await attempt(`the SDK’s types with moduleResolution ${resolution} in ${compiler}`, () =>
      compile(compiler, moduleKind, resolution, file),
    );
  await attempt('the SDK in workerd by miniflare', tryWorker);
  await attempt('examples/edge in workerd by miniflare', () => tryEdgeExample({ scratch, run }));
  await results.attempt(
    'docs/uploads-in-your-app.md in a new Next.js project, in Chromium',
    async () => missing ?? tryNextProject({ scratch, server, environment }),
  );
  await attempt('a delivered webhook is verified by stripe-node and standardwebhooks', () =>
    run(process.execPath, ['webhook-verifiers.mjs']),
  );
  await results.attempt('curl -C - and wget -c resume', resumeByOthers);
} finally {
  await server.stop();
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
results.finish();

async function attempt(what, work) {
  await results.attempt(what, async () => {
    if (missing !== undefined) return missing;
    await work();
    return undefined;
  });
}

async function whyNotInstalled() {
  cpSync(join(root, 'tools/scripts/foreign-clients'), scratch, { recursive: true });
  cpSync(join(root, 'packages/server/openapi.json'), join(scratch, 'openapi.json'));
  mkdirSync(generated);
  const own = packed.map(({ manifest, archive }) => [manifest.name, `file:${archive}`]);
  const dependencies = { ...tools, ...Object.fromEntries(own) };
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const bounded = ['--fetch-timeout=60000', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const env = { ...process.env };
  try {
    await runProgram('npm', ['install', ...quietly, ...bounded], { cwd: scratch, env, shell: windows });
    return undefined;
  } catch (error) {
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|CERT|network/.test(error.message)) throw error;
    return 'no registry can be reached';
  }
}

async function run(file, args, env = {}) {
  return await runProgram(file, args, { cwd: scratch, env: { ...environment, ...env }, shell: false });
}

async function lintBySpectral() {
  writeFileSync(join(scratch, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
  await run(bin('spectral'), ['lint', 'openapi.json', '-r', 'spectral.yaml', '--fail-severity', 'hint']);
}

/** Generates a client, compiles the program `name`.ts that uses it, and runs it. */
async function tryGenerator(name, generator, args) {
  await run(bin(generator), args);
  await compile('typescript', 'esnext', 'bundler', `${name}.ts`);
  await run(bun(), [`${name}.ts`]);
}

async function compile(compiler, moduleKind, moduleResolution, file) {
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable'];
  const kind = ['--types', 'node', '--module', moduleKind, '--moduleResolution', moduleResolution];
  const tsc = join(scratch, 'node_modules', compiler, 'bin/tsc');
  await run(process.execPath, [tsc, ...options, ...kind, file]);
}

async function tryWorker() {
  const input = join(scratch, 'worker.ts');
  const bundle = await rolldown({
    input,
    platform: 'browser',
    resolve: { conditionNames: ['workerd', 'worker', 'import'] },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm' });
  // The first is the entry.
  const modules = output.map(({ fileName: path, code: contents }) => ({ type: 'ESModule', path, contents }));
  const program = `
    import { Miniflare } from 'miniflare';
    const { DRIVE_URL, DRIVE_API_KEY } = process.env;
    const worker = new Miniflare({
      modules: ${JSON.stringify(modules)}, compatibilityDate: '2026-01-01', bindings: { DRIVE_URL, DRIVE_API_KEY },
    });
    try {
      const stored = await worker.dispatchFetch('http://worker/', { method: 'POST', body: 'hello' });
      const refused = await worker.dispatchFetch('http://worker/');
      const [back, name] = [await stored.text(), await refused.text()];
      if (back !== 'hello' || name !== 'WebhookError') throw new Error(back + name);
    } finally {
      await worker.dispose();
    }`;
  writeFileSync(join(scratch, 'miniflare.mjs'), program);
  await run(process.execPath, ['miniflare.mjs']);
}

/** curl and wget continue a file of which they have a part, from a signed URL and with a key from a path. */
async function resumeByOthers() {
  const bytes = randomBytes(3_000_000);
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/octet-stream' };
  const put = await fetch(`${server.url}/files/by-path/film.bin`, { method: 'PUT', headers, body: bytes });
  const { id } = await put.json();
  const answer = await fetch(`${server.url}/api/files/${id}/download-url`, { headers });
  const { downloadUrl } = await answer.json();
  const byPath = `${server.url}/files/by-path/film.bin`;
  const key = `Authorization: Bearer ${server.apiKey}`;
  const programs = {
    curl: (file, url) => ['-sSfL', '-C', '-', '-H', url === byPath ? key : 'X-None: 1', '-o', file, url],
    wget: (file, url) => ['-q', '-c', ...(url === byPath ? [`--header=${key}`] : []), '-O', file, url],
  };
  const absent = [];
  for (const [program, argsFor] of Object.entries(programs)) {
    const found = process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
    if (!found) {
      absent.push(program);
      continue;
    }
    for (const url of [downloadUrl, byPath]) {
      const file = join(scratch, `${program}.bin`);
      writeFileSync(file, bytes.subarray(0, 1_000_000));
      const args = argsFor(file, url);
      await run(program, args);
      assert.ok(readFileSync(file).equals(bytes), `${program} ${args.join(' ')} got other bytes`);
    }
  }
  return absent.length === 2 ? 'neither curl nor wget is installed' : undefined;
}
