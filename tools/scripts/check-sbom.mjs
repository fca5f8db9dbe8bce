// Checks the software bill of materials: its format, that it names what is installed and what is bundled, and the audit
// that uses it.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { root } from '../launcher/toolchain.mjs';
import { createSbom } from './sbom.mjs';
import { stageResults } from './stage-results.mjs';

const results = stageResults();
const sbom = await createSbom();
const purls = new Set(sbom.components.map(({ purl }) => purl));
const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

await results.attempt('the bill of materials is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const faults = await validator.validate(JSON.stringify(sbom));
  if (faults !== null) throw new Error(JSON.stringify(faults, null, 2));
});
await results.attempt('names each library with its license, and each package with its checksum', () => {
  const libraries = sbom.components.filter(({ type }) => type === 'library');
  refuse([
    ...libraries.filter(({ licenses }) => licenses === undefined).map(({ purl }) => `${purl} has no license`),
    ...libraries
      .filter(({ purl }) => purl.startsWith('pkg:npm/') && !/"hashes":\[\{/.test(JSON.stringify(component(purl))))
      .map(({ purl }) => `${purl} has no checksum`),
  ]);
});
await results.attempt('names every dependency of the published programs', () => {
  const wanted = ['server', 'cli'].flatMap((name) => {
    const { dependencies, optionalDependencies } = manifestOf(name);
    return Object.entries({ ...dependencies, ...optionalDependencies });
  });
  refuse(
    wanted
      .filter(([name]) => !name.startsWith('@drive/') && !name.startsWith('drive-'))
      .map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`)
      .filter((purl) => !purls.has(purl))
      .map((purl) => `${purl} is missing`),
  );
});
await results.attempt('names the packages inside the programs, which npm does not install', () => {
  const bundled = sbom.components.filter(({ properties = [] }) =>
    properties.some(({ name }) => name === 'drive:delivery'),
  );
  const names = new Set(bundled.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)));
  // A package of the server, the command line, the web app, and one that only another one needs.
  const wanted = [
    'hono',
    '@hono/node-server',
    '@tus/server',
    'kysely',
    'zod',
    'aws4',
    'ipaddr.js',
    'saxes',
    'string-width',
  ];
  refuse(
    [...wanted, 'react', 'srvx', 'pdfjs-dist'].filter((name) => !names.has(name)).map((name) => `${name} is missing`),
  );
});
await results.attempt('depends on nothing that it does not name', () => {
  const refs = new Set(sbom.components.map((each) => each['bom-ref']));
  refuse(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref)));
});
await results.attempt('an advisory about a published package stops a release, one about a tool does not', async () => {
  const advisory = (title) => [
    { id: 1, url: 'https://advisories.example/1', title, severity: 'high', vulnerable_versions: '*' },
  ];
  for (const [answer, code, line] of [
    [{ hono: advisory('hono is broken') }, 1, /^published {2}high {6}hono [\d.]+: hono is broken/m],
    [{ oxlint: advisory('oxlint is broken') }, 0, /^tools {6}high {6}oxlint [\d.]+: oxlint is broken/m],
    [{}, 0, /^0 advisories about published packages, 0 about tools/m],
    [undefined, 1, /gave no advisories/],
  ]) {
    const found = await audit(answer);
    if (found.code !== code || !line.test(found.output))
      throw new Error(`${JSON.stringify(answer)}: ${JSON.stringify(found)}`);
  }
});
results.finish();

/** Runs the audit on a registry with this answer; undefined: it has no advisories. */
async function audit(answer) {
  const registry = createServer((request, response) => {
    request.resume();
    response.writeHead(answer === undefined ? 405 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const out = mkdtempSync(join(tmpdir(), 'drive-audit-'));
  try {
    writeFileSync(join(out, 'sbom.cdx.json'), JSON.stringify(sbom));
    const env = { ...process.env, PNPM_CONFIG_REGISTRY: `http://127.0.0.1:${registry.address().port}/` };
    const child = spawn(process.execPath, ['tools/scripts/audit.mjs', '--out', out], { cwd: root, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, output };
  } finally {
    registry.close();
    rmSync(out, { recursive: true });
  }
}

function component(wanted) {
  return sbom.components.find(({ purl }) => purl === wanted);
}

function refuse(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
