import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Records its installations, and installs or removes the packages of the checks as the real pnpm does. */
const PNPM = `#!/bin/sh
case "$*" in
  --version) echo 12.0.0 ;;
  install*--prod*) echo some >>"$LOG"; rm -rf node_modules/vitest ;;
  install*) echo all >>"$LOG"; mkdir -p node_modules/vitest ;;
  *'run build')
    echo built >>"$LOG.builds"
    for file in cli/dist/main.mjs cli/man/drive-cli.1 sdk/docs/guide.md server/clients/drive-cli.tgz server/dist/main.mjs; do
      mkdir -p "packages/\${file%/*}" && : >"packages/$file"
    done ;;
esac
`;

it.skipIf(process.platform === 'win32')(
  'npm start and npm test in one checkout leave each other what they need',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'drive-launcher-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, '../launcher'), join(root, 'tools/launcher'), { recursive: true });
    for (const folder of ['bin', 'docs', 'tools-cache']) mkdirSync(join(root, folder));
    for (const file of ['docs/sdk.md', 'tsconfig.base.json', 'pnpm-lock.yaml']) writeFileSync(join(root, file), '');
    writeFileSync(join(root, 'bin/pnpm'), PNPM, { mode: 0o755 });
    const log = join(root, 'installed.log');
    const env = {
      PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
      HOME: root,
      DRIVE_TOOLS_DIR: join(root, 'tools-cache'),
      LOG: log,
    };
    /** Runs a task at a version of the sources. Returns what it installed. */
    const installedBy = (task: string, version: string): string => {
      writeFileSync(join(root, 'package.json'), JSON.stringify({ version }));
      writeFileSync(log, '');
      spawnSync(process.execPath, [join(root, 'tools/launcher/launcher.mjs'), task], { cwd: root, env });
      return readFileSync(log, 'utf8').trim();
    };

    expect(installedBy('start', '1')).toBe('some');
    expect(installedBy('start', '1')).toBe('');
    expect(installedBy('test', '1')).toBe('all');
    expect(installedBy('start', '1')).toBe('');
    // Another version, as after git pull, and back, as after git checkout.
    expect(installedBy('start', '2')).toBe('all');
    expect(installedBy('test', '2')).toBe('');
    expect(installedBy('test', '1')).toBe('all');
    // Files that a build makes beside the sources are no reason for another one.
    expect(readFileSync(`${log}.builds`, 'utf8')).toBe('built\n');
  },
);

it('npm test with the path of a file runs the tests of that file only', () => {
  const { CHECKS_LINE_FILE: _, FORCE_COLOR: _color, ...rest } = process.env;
  const env = { ...rest, NO_COLOR: '1' };
  const script = join(import.meta.dirname, '../scripts/tests/test-files.mjs');
  const run = (...args: string[]): { stdout: string; status: number | null } =>
    spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });

  const file = run('packages/sdk/src/sha256.test.ts');
  expect(file.stdout).toMatch(/^tests: [1-9]\d* passed, 0 failed, 0 skipped$/m);
  expect(file.stdout).toContain('Test Files  1 passed (1)');
  expect(file.status).toBe(0);
  expect(run('packages/sdk/src/no-such-file.test.ts').status).toBe(1);
});
