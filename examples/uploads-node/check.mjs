// Checks the example: the route of an application, and a program without a key that is stopped during its upload.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createProxy } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { createUploadHandler, toNodeHandler } from '@drive/sdk/server';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;

// A slow connection, so that the program is killed long before the end.
let isSlow = true;
const proxy = createProxy((program) => {
  const { hostname, port } = new URL(DRIVE_URL);
  const server = connect(Number(port), hostname).on('error', () => program.destroy());
  const slow = new Transform({
    transform: (chunk, _encoding, done) => void sleep(isSlow ? 5 : 0).then(() => done(null, chunk)),
  });
  program
    .on('error', () => server.destroy())
    .pipe(slow)
    .pipe(server)
    .pipe(program);
  // Connections that are kept for later don't keep this program running.
  program.unref();
  server.unref();
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');

const baseUrl = `http://127.0.0.1:${proxy.address().port}`;
const client = new DriveClient({ baseUrl, apiKey: DRIVE_API_KEY });
const upload = toNodeHandler(
  createUploadHandler({
    client,
    authorize: ({ headers }) => (headers.get('authorization') === 'Bearer user-42' ? { data: 'user 42' } : null),
  }),
);
const app = createServer((request, response) => void upload(request, response)).listen(0, '127.0.0.1');
await once(app, 'listening');
const endpoint = `http://127.0.0.1:${app.address().port}/api/upload`;

const here = mkdtempSync(join(tmpdir(), 'program-'));
const bytes = randomBytes(40 << 20);
writeFileSync(join(here, 'film.mp4'), bytes);

/** Output and exit code. With `stopsAt`, the program is killed at that progress. */
async function run(token, stopsAt) {
  const args = [join(import.meta.dirname, 'upload.ts'), endpoint, 'film.mp4'];
  const program = spawn(process.execPath, args, { cwd: here, env: { PATH, APP_TOKEN: token } });
  let said = '';
  program.stdout.on('data', (chunk) => (said += chunk));
  program.stderr.on('data', (chunk) => {
    if (stopsAt !== undefined && Number.parseInt(String(chunk), 10) >= stopsAt) program.kill('SIGKILL');
  });
  const [code] = await once(program, 'close');
  return [code, said.trim()];
}

try {
  assert.notEqual((await run('another'))[0], 0, 'the application refuses strangers');
  assert.equal((await run('user-42', 10))[0], null, 'the program is killed');
  isSlow = false;
  const [code, said] = await run('user-42');
  assert.equal(code, 0);
  const [id, how] = said.split(', ');
  assert.equal(how, 'resumed');
  assert.ok(Buffer.from(await (await client.files.download(id)).arrayBuffer()).equals(bytes));
} finally {
  app.close();
  proxy.close();
  rmSync(here, { recursive: true });
}
