// Checks the example: receive.ts downloads the file that send.ts uploads.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { DRIVE_URL, DRIVE_API_KEY, PATH } = process.env;
const bytes = randomBytes(3_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const here = mkdtempSync(join(tmpdir(), 'sender-'));
const there = mkdtempSync(join(tmpdir(), 'receiver-'));
const run = (cwd, env, program, ...args) =>
  execFileSync(process.execPath, [join(import.meta.dirname, program), ...args], {
    cwd,
    env: { PATH, ...env },
  }).toString();

try {
  writeFileSync(join(here, 'film.mp4'), bytes);
  const link = run(here, { DRIVE_BASE_URL: DRIVE_URL, DRIVE_API_KEY }, 'send.ts', 'film.mp4').trim();
  assert.match(link, /^http.*\/s\//);
  assert.equal(run(there, {}, 'receive.ts', link), `${sha256}  film.mp4\n`);
  assert.deepEqual(readFileSync(join(there, 'film.mp4')), bytes);
} finally {
  for (const directory of [here, there]) rmSync(directory, { recursive: true });
}
