// Fails if pnpm-lock.yaml names a host, has an own package from a registry, lacks a package that `npm start` builds
// with, or lacks a native package of a platform that Drive supports: pnpm silently omits an optional package that its
// registry does not have.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const PLATFORMS = ['linux/x64', 'linux/arm64', 'darwin/x64', 'darwin/arm64', 'win32/x64'];

const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
const problems = [];
for (const [index, line] of text.split('\n').entries()) {
  if (/https?:\/\/|tarball:/.test(line)) problems.push(`line ${index + 1} names a host`);
}

const packages = entries(text.split('\npackages:\n')[1]?.split('\nsnapshots:\n')[0] ?? '');
const snapshots = entries(text.split('\nsnapshots:\n')[1] ?? '');
if (packages.length === 0 || snapshots.length === 0)
  problems.push('the lockfile has another shape than this check knows');

const platformOf = new Map();
for (const [id, body] of packages) {
  const os = /^ {4}os: \[(.*)\]/m.exec(body)?.[1];
  const cpu = /^ {4}cpu: \[(.*)\]/m.exec(body)?.[1];
  if (os && cpu) platformOf.set(id, `${os}/${cpu}`);
}

let families = 0;
for (const [parent, body] of snapshots) {
  const optional = /^ {4}optionalDependencies:\n((?: {6}.*\n?)+)/m.exec(body)?.[1] ?? '';
  const have = [...optional.matchAll(/^ {6}'?([^\s':]+)'?: (\S+)/gm)]
    .map(([, name, version]) => platformOf.get(`${name}@${version.split('(')[0]}`))
    .filter((platform) => platform !== undefined);
  // A single optional native package (fsevents) is an extra of its platform; several are builds of one program.
  if (have.length < 2) continue;
  families += 1;
  for (const platform of PLATFORMS)
    if (!have.includes(platform)) problems.push(`${parent}: no package for ${platform}`);
}

// Own packages are always linked from the workspace, in any version.
const importers = text.split('\nimporters:\n')[1]?.split('\npackages:\n')[0] ?? '';
const ours = new Set(
  ['packages', 'packages/internal', 'tools', 'examples']
    .flatMap((folder) => globSync(`${folder}{,/*}/package.json`, { cwd: root }))
    .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')).name),
);
let linked = 0;
for (const [, name, version] of importers.matchAll(/^ {6}'?([^\s':]+)'?:\n {8}specifier: .*\n {8}version: (\S+)/gm)) {
  if (!ours.has(name)) continue;
  linked += 1;
  if (!version.startsWith('link:'))
    problems.push(`${name} comes from elsewhere (${version}), not from this repository`);
}
if (linked === 0) problems.push('nothing of ours is linked: the lockfile has another shape than this check knows');

// `npm start` installs without devDependencies, so the root has everything that packages bundle, in the same versions.
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const { dependencies: bundled } = manifestOf('.');
for (const folder of ['packages/cli', 'packages/sdk', 'packages/server'])
  for (const [name, version] of Object.entries(manifestOf(folder).devDependencies ?? {})) {
    const inRoot = bundled[name]?.startsWith('workspace:') ? version : bundled[name];
    if (inRoot === undefined ? isBundled(folder, name) : inRoot !== version)
      problems.push(`${name} ${version} of ${folder} is ${inRoot ?? 'missing'} in the dependencies of the root`);
  }

/** Whether a source of the package imports it: a development dependency of the sources is part of what is built. */
function isBundled(folder, name) {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: join(root, folder) }).filter(
    (path) => !/\.(test|contract)\.|\.d\.ts$/.test(path),
  );
  const imports = new RegExp(`^(?:import|export) (?!type )[^;]*?from '${name}(?:/[^']*)?';`, 'm');
  return sources.some((path) => imports.test(readFileSync(join(root, folder, path), 'utf8')));
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`no host named; ${families} programs with native packages have them for ${PLATFORMS.join(', ')}`);

/** The `name@version:` blocks of one section. */
function entries(section) {
  return [...section.matchAll(/^ {2}'?([^\s'][^\n']*?)'?:\n((?: {4,}.*\n?)+)/gm)].map(([, id, body]) => [id, body]);
}
