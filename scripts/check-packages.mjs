// Looks at the packages as npm would deliver them: what publint and "are the types wrong" say about the packed archive.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './tools.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'drive-pack-'));
let failed = false;
for (const { folder, hasTypes } of [
  { folder: 'sdk', hasTypes: true },
  { folder: 'cli', hasTypes: false },
]) {
  const out = join(scratch, folder);
  run('pnpm', ['pack', '--pack-destination', out], join(root, 'packages', folder));
  const [archive] = readdirSync(out).map((name) => join(out, name));
  run(join(root, 'node_modules/.bin/publint'), [archive, '--strict']);
  if (hasTypes) run(join(root, 'node_modules/.bin/attw'), [archive, '--profile', 'esm-only']);
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;

function run(file, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  failed = true;
  console.error(stdout + stderr);
}
