// The packages as npm would deliver them, and an installation of them without a network.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanEnvironment, root } from '../launcher/toolchain.mjs';
import { runProgram } from './run-program.mjs';

const windows = process.platform === 'win32';

/** The published packages, in the order in which they build on each other. */
export const PUBLISHED = ['contract', 'sdk', 'react', 'cli', 'server'];

export const readManifest = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

/**
 * Runs `npm pack` for packages/{folder}: each archive, and its content unpacked. Builds it as well, once for all checks
 * if CHECKS_PACKED_DIR of tools/scripts/check.mjs names the archives.
 */
export async function packPackages(folders) {
  const scratch = mkdtempSync(join(tmpdir(), 'drive-packed-'));
  const packOne = async (folder) => {
    const source = join(root, 'packages', folder);
    const archive = join(process.env.CHECKS_PACKED_DIR ?? scratch, `${folder}.tgz`);
    if (!existsSync(archive)) await pack(source, archive);
    return { folder, source, archive, ...(await unpack(archive, join(scratch, folder))) };
  };
  const packed = await Promise.all(folders.map(packOne));
  return { packed, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}

async function pack(source, archive) {
  const directory = `${archive}.new`;
  mkdirSync(directory, { recursive: true });
  // Without the variables that npm sets for its children.
  const env = { ...cleanEnvironment(), PATH: process.env.PATH };
  const args = ['pack', '--pack-destination', directory, '--loglevel=error'];
  await runProgram('npm', args, { cwd: source, env, shell: windows });
  const [made] = readdirSync(directory);
  renameSync(join(directory, made), archive);
  rmdirSync(directory);
}

/** Returns its new path and its package.json. */
export async function unpack(archive, directory) {
  mkdirSync(directory, { recursive: true });
  await runProgram('tar', ['-xzf', archive, '-C', directory, '--strip-components=1']);
  return { unpacked: directory, manifest: readManifest(directory) };
}

/**
 * Gives `directory`, a copy of the workspace member at `source`, the node_modules of an installation: own packages from
 * their archives, all others from the workspace. Packages that no manifest names are missing.
 */
export function installOffline(directory, source, packed) {
  const { dependencies, devDependencies } = readManifest(directory);
  installPackages(directory, Object.keys({ ...dependencies, ...devDependencies }), source, packed);
}

/** Installs packages by name, in the versions of the workspace member at `source`; skips existing ones. */
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
