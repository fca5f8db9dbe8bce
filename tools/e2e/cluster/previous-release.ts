// Servers of earlier commits, built from the history of this repository, to try upgrades.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/**
 * Newest commit from which a rolling upgrade has to work. Move it to the tag of each release, and to the commit of a change
 * of the database that old servers cannot work with. Its dependencies are those of this checkout.
 */
const previousRelease = 'd1999fcf';

/** False in a checkout without its history. */
export const hasRelease = (commit = previousRelease): boolean =>
  spawnSync('git', ['cat-file', '-e', commit], { cwd: root }).status === 0;

/** Command of the server, built in seconds below an existing directory. */
export function buildRelease(parent: string, commit = previousRelease): [string, string] {
  const directory = mkdtempSync(join(parent, 'release-'));
  const archive = join(directory, 'release.tar');
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  // Links to other packages of the workspace are relative: they lead to those of the release.
  for (const modules of globSync('packages/{*,internal/*}/node_modules', { cwd: root })) {
    mkdirSync(dirname(join(directory, modules)), { recursive: true });
    cpSync(join(root, modules), join(directory, modules), { recursive: true, verbatimSymlinks: true });
  }
  // What the server imported itself then, and another package of the workspace today.
  for (const found of globSync('packages/{internal/*,web}/node_modules/{@[!d]*/*,[!@.]*}', { cwd: root })) {
    const name = found.split('node_modules/')[1] ?? '';
    const target = join(directory, 'packages/server/node_modules', name);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(realpathSync(join(root, found)), target);
  }
  // The pages of the web app are not what an upgrade is about.
  cpSync(join(root, 'packages/web/dist'), join(directory, 'packages/web/dist'), { recursive: true });
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  execFileSync('tar', ['-xf', archive], { cwd: directory });
  const build = { cwd: join(directory, 'packages/server'), encoding: 'utf8' } as const;
  execFileSync(join(root, 'node_modules/.bin/tsdown'), build);
  return [process.execPath, join(directory, 'packages/server/dist/main.mjs')];
}
