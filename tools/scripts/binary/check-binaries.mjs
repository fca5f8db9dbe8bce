// Builds the single binaries and runs the e2e tests but those of faults against them instead of the built programs.
//   node tools/scripts/binary/check-binaries.mjs               for this machine
//   node tools/scripts/binary/check-binaries.mjs tools/e2e/binary    some tests
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../launcher/toolchain.mjs';

const target = `${process.platform}-${process.arch}`;
if (!['linux-x64', 'linux-arm64'].includes(target)) {
  console.log(`no single binary can be made for ${target}`);
  process.exit(0);
}
const binary = (name) => join(root, 'dist', `${name}-${target}`);
const server = binary('drive-server');
const cli = binary('drive-cli');
run(process.execPath, ['tools/scripts/binary/build-binary.mjs']);
run(join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'e2e', ...process.argv.slice(2)], {
  DRIVE_E2E_SERVER: server,
  DRIVE_E2E_CLI: cli,
});

function run(file, args, env = {}) {
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
