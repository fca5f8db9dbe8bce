// Writes patches/*.patch, by which pnpm leaves out large files of packages that neither a build nor a server reads. To run
// after another version of one of them was added, before `pnpm install`:
//
//     node tools/scripts/trim-packages.mjs
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const UNUSED = {
  // Builds for old browsers and a viewer of its own.
  'pdfjs-dist': /^(legacy|web|image_decoders)\/|^build\/.*\.map$/,
  // The sources of SQLite: builds for all systems are in the package.
  'better-sqlite3': /^deps\/sqlite3\//,
  '@base-ui/react': /^docs\//,
  '@modelcontextprotocol/server': /\.map$/,
};

const workspaceFile = join(root, 'pnpm-workspace.yaml');
const manifests = ['package.json', ...globSync('packages/{,internal/}*/package.json', { cwd: root })].map((path) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')),
);
const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
const folder = join(root, 'patches');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const lines = Object.entries(UNUSED).map(([name, unused]) => {
  const version = versionOf(name);
  const patch = `patches/${name.replace('/', '__')}@${version}.patch`;
  const deletions = filesOf(name, version)
    .filter((file) => unused.test(file))
    .map((file) => `diff --git a/${file} b/${file}\ndeleted file mode 100644\n`);
  if (deletions.length === 0) throw new Error(`${name} ${version} has no such files`);
  writeFileSync(join(root, patch), deletions.join(''));
  return `  '${name}@${version}': ${patch}\n`;
});
const workspace = readFileSync(workspaceFile, 'utf8');
writeFileSync(workspaceFile, workspace.replace(/(?<=\npatchedDependencies:\n)(?: .*\n)*/, lines.join('')));

function versionOf(name) {
  const named = manifests.flatMap(
    ({ dependencies, devDependencies }) => ({ ...devDependencies, ...dependencies })[name] ?? [],
  );
  const version = named[0] ?? new RegExp(`^ {2}'?${name}@([\\d.]+)'?:$`, 'm').exec(lockfile)?.[1];
  if (version === undefined) throw new Error(`${name} is not installed`);
  return version;
}

function filesOf(name, version) {
  const scratch = mkdtempSync(join(tmpdir(), 'drive-trim-'));
  try {
    const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: scratch, encoding: 'utf8' });
    const listed = execFileSync('tar', ['-tzf', archive.trim()], { cwd: scratch, encoding: 'utf8' });
    return listed
      .split('\n')
      .flatMap((path) => (path === '' || path.endsWith('/') ? [] : path.slice(path.indexOf('/') + 1)))
      .toSorted();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
