// Proves the example: the file arrives complete in its folder, also if the program is killed in the middle and run again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient } from '@drive/sdk';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;
const directory = mkdtempSync(join(tmpdir(), 'tus-'));
const file = join(directory, 'film.mp4');
const bytes = randomBytes(24 << 20);

const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
const { id: folderId } = await client.files.createFolder({ name: 'By tus-js-client' });

try {
  writeFileSync(file, bytes);
  const killed = await send((stderr) => /^[1-9]\d* %$/m.test(stderr));
  assert.equal(killed.stdout, '');
  const { stdout, stderr } = await send(() => false);
  assert.match(stderr, /^POST \/api\//m);
  const percents = [...stderr.matchAll(/^(\d+) %$/gm)].map(([, percent]) => Number(percent));
  assert.ok(percents[0] > 10, `it began again at ${percents[0]} %`);
  const share = await new DriveClient({ apiKey: null }).public.open(stdout.trim());
  const { downloadUrl } = await share.downloadUrl();
  assert.ok(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()).equals(readFileSync(file)));
  const { items } = await client.files.list({ parentId: folderId });
  assert.deepEqual(
    items.map(({ name, mimeType, size }) => ({ name, mimeType, size })),
    [{ name: 'film.mp4', mimeType: 'video/mp4', size: bytes.length }],
  );
} finally {
  rmSync(directory, { recursive: true });
}

/** Runs the program; kills it as soon as `isEnough` accepts its output. */
function send(isEnough) {
  return new Promise((resolve) => {
    const env = { PATH, DRIVE_BASE_URL: DRIVE_URL, DRIVE_API_KEY };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'send.ts'), file, folderId], { env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      if (isEnough(stderr)) child.kill('SIGKILL');
    });
    child.once('close', () => resolve({ stdout, stderr }));
  });
}
