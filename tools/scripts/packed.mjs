// The packages as npm would deliver them, and what an installation of them looks like, made without a network.
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
import { runProgram } from './run-program.mjs';
import { cleanEnvironment, root } from '../launcher/toolchain.mjs';

const windows = process.platform === 'win32';

/** What is published, in the order in which they build on each other. */
export const PUBLISHED = ['contract', 'sdk', 'cli', 'server'];

export const readManifest = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

/**
 * What `npm pack` makes of packages/{folder}: each archive, with what it holds unpacked. Builds it as well, and so does it
 * once for all checks where tools/scripts/check.mjs says in DRIVE_PACKED_DIR where the archives lie.
 */
export async function packPackages(folders) {
  const scratch = mkdtempSync(join(tmpdir(), 'drive-packed-'));
  const packOne = async (folder) => {
    const source = join(root, 'packages', folder);
    const archive = join(process.env.DRIVE_PACKED_DIR ?? scratch, `${folder}.tgz`);
    if (!existsSync(archive)) await pack(source, archive);
    return { folder, source, archive, ...(await unpack(archive, join(scratch, folder))) };
  };
  const packed = await Promise.all(folders.map(packOne));
  return { packed, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}

async function pack(source, archive) {
  const directory = `${archive}.new`;
  mkdirSync(directory, { recursive: true });
  // Without what an npm that runs the checks tells its children.
  const env = { ...cleanEnvironment(), PATH: process.env.PATH };
  const args = ['pack', '--pack-destination', directory, '--loglevel=error'];
  await runProgram('npm', args, { cwd: source, env, shell: windows });
  const [made] = readdirSync(directory);
  renameSync(join(directory, made), archive);
  rmdirSync(directory);
}

/** Answers where it is now and what its package.json says. */
export async function unpack(archive, directory) {
  mkdirSync(directory, { recursive: true });
  await runProgram('tar', ['-xzf', archive, '-C', directory, '--strip-components=1']);
  return { unpacked: directory, manifest: readManifest(directory) };
}

/**
 * Gives `directory`, a copy of the workspace member at `source`, the node_modules that an installation would give it: packages
 * of ours from their archives, all others from where the workspace has them. What no manifest names is not there.
 */
export function installOffline(directory, source, packed) {
  const { dependencies, devDependencies } = readManifest(directory);
  installPackages(directory, Object.keys({ ...dependencies, ...devDependencies }), source, packed);
}

/** The same for packages by name, as the workspace member at `source` has them; leaves alone what already exists. */
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
