// The packages as npm would deliver them, and what an installation of them looks like, made without a network.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.mjs';
import { root } from './tools.mjs';

const windows = process.platform === 'win32';

export const readManifest = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

/** Packs packages/{folder} and answers each archive with what it holds unpacked. */
export async function packPackages(folders, scratch = mkdtempSync(join(tmpdir(), 'drive-packed-'))) {
  const packed = [];
  for (const folder of folders) {
    const source = join(root, 'packages', folder);
    const archive = join(scratch, `${folder}.tgz`);
    await runProgram('pnpm', ['pack', '--out', archive], { cwd: source, shell: windows });
    const unpacked = join(scratch, folder);
    mkdirSync(unpacked, { recursive: true });
    await runProgram('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
    packed.push({ folder, source, archive, unpacked, manifest: readManifest(unpacked) });
  }
  return { packed, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}

/**
 * Gives `directory`, a copy of the workspace member at `source`, the node_modules that an installation would give it: packages
 * of ours from their archives, all others from where the workspace has them. What no manifest names is not there.
 */
export function installOffline(directory, source, packed) {
  const { dependencies, devDependencies } = readManifest(directory);
  installPackages(directory, Object.keys({ ...dependencies, ...devDependencies }), source, packed);
}

/** The same for packages by name, as the workspace member at `source` has them; leaves alone what is there already. */
export function installPackages(directory, names, source, packed) {
  for (const name of names) {
    const target = join(directory, 'node_modules', name);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    const own = packed.find(({ manifest }) => manifest.name === name);
    if (own === undefined) {
      const installed = join(source, 'node_modules', name);
      if (!existsSync(installed)) throw new Error(`${name} is not installed in ${source}: run pnpm install`);
      symlinkSync(realpathSync(installed), target, 'junction');
    } else {
      cpSync(own.unpacked, target, { recursive: true });
      installPackages(target, Object.keys(own.manifest.dependencies ?? {}), own.source, packed);
    }
  }
}
