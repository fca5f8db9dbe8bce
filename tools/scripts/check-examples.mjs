// Runs every example like a user who copied it: in a new directory, with the packed packages, against a real server. An
// example's check.mjs checks it; a line `skipped: why` means that this machine cannot run it.
//   node tools/scripts/check-examples.mjs          all
//   node tools/scripts/check-examples.mjs node     some, by name
//   DRIVE_PICTURES=$PWD/docs node tools/scripts/check-examples.mjs react    draws the pictures of docs/uploads-in-your-app.md
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';
import { installOffline, packPackages } from './packed.mjs';
import { startRealServer } from './real-server.mjs';
import { runProgram } from './run-program.mjs';
import { stageResults } from './stage-results.mjs';

/** The origin of the page of the browser example. */
const PAGE_ORIGIN = 'http://localhost:5173';

const asked = process.argv.slice(2);
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(root, 'examples', entry.name, 'package.json')))
  .map(({ name }) => name)
  .filter((name) => asked.length === 0 || asked.includes(name));

const results = stageResults();
const scratch = mkdtempSync(join(tmpdir(), 'drive-examples-'));
const { packed, remove } = await packPackages(['sdk', 'react']);
const server = await startRealServer({
  env: { DRIVE_CORS_ORIGINS: PAGE_ORIGIN, DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128' },
});
try {
  for (const name of examples) await results.attempt(name, () => check(name));
} finally {
  await server.stop();
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
results.finish();

async function check(name) {
  const source = join(root, 'examples', name);
  const directory = join(scratch, name);
  cpSync(source, directory, { recursive: true, filter: (path) => !path.includes('node_modules') });
  installOffline(directory, source, packed);
  if (existsSync(join(directory, 'tsconfig.json'))) {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await runProgram(process.execPath, [tsc, '--noEmit', '-p', directory]);
  }
  const env = {
    PATH: process.env.PATH,
    HOME: scratch,
    TMPDIR: process.env.TMPDIR,
    DRIVE_URL: server.url,
    DRIVE_API_KEY: server.apiKey,
    DRIVE_PAGE_ORIGIN: PAGE_ORIGIN,
    DRIVE_PICTURES: process.env.DRIVE_PICTURES,
  };
  const { output } = await runProgram(process.execPath, ['check.mjs'], { cwd: directory, env });
  return /^skipped: (.*)$/m.exec(output)?.[1];
}
