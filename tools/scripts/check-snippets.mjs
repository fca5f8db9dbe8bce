// Runs the commands in README and docs, and compiles their code.
//   sh    the blocks of a page run in order, in one fresh directory and one shell, against a fresh server; URLs with
//         https://drive.example.com or http://127.0.0.1:8080 lead to that server, localhost:3000 to a free port
//   ts, tsx  compiled, strictly, against the packed packages; a block that begins with the comment "// name.js" is also
//         saved under that name, for the sh blocks below it
//   json  parsed
// The ways of docs/quickstart.md begin with nothing: each runs in an empty directory with an empty HOME and without a server,
// and installs from a file server. Its binaries are the built programs; `npm run release` tries the real ones, and
// check-install.mjs a real `npm start`.
// Also checks every link between pages, and that docs/README.md links to every page beside and every tutorial below it.
// Blocks that cannot be run are listed in snippets-not-run.json with the reason. That list may only shrink: an entry
// that runs, or whose block is gone, fails, and so does one more than MOST_NOT_RUN.
//   node tools/scripts/check-snippets.mjs docs/sharing.md     some pages

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renderReleaseScript } from '../../packages/internal/client-downloads/src/release-script.ts';
import { root } from '../launcher/toolchain.mjs';
import { installPackages, packPackages, readManifest } from './packed.mjs';
import { startRealServer } from './real-server.mjs';
import { serveFiles } from './release/serve-files.mjs';
import { runProgram } from './run-program.mjs';
import { stageResults } from './stage-results.mjs';

const MOST_NOT_RUN = 10;
const BEGINS_WITH_NOTHING = 'docs/quickstart.md';
const PAGES = ['*.md', 'docs/*.md', 'docs/tutorials/*.md', 'packages/*/README.md', 'examples/README.md'];
const KNOWN = [
  'sh',
  'ts',
  'tsx',
  'json',
  'text',
  'http',
  'html',
  'ini',
  'nginx',
  'caddy',
  'dockerfile',
  'yaml',
  'sql',
  'cron',
  '',
];

const asked = process.argv.slice(2);
const pages = globSync(PAGES, { cwd: root })
  .map((page) => page.replaceAll('\\', '/'))
  .filter((page) => asked.length === 0 || asked.includes(page))
  .sort();
/** page -> first line of a block, or * for all of them -> why it is not run */
const notRun = JSON.parse(readFileSync(new URL('snippets-not-run.json', import.meta.url), 'utf8'));

const results = stageResults();
const scratch = mkdtempSync(join(tmpdir(), 'drive-snippets-'));
const { packed, remove } = await packPackages(['contract', 'sdk', 'react']);
try {
  const blocks = pages.flatMap(blocksOf);
  for (const { where, language } of blocks)
    if (!KNOWN.includes(language))
      results.failed(where, `"${language}" is no language of these pages: ${KNOWN.join(', ')}`);
  for (const [page, lines] of Object.entries(notRun))
    if (pages.includes(page))
      for (const [line, reason] of Object.entries(lines)) results.skipped(`${page}: ${line}`, reason);
  checkList(blocks);

  for (const page of pages) await results.attempt(`${page}: links`, () => checkLinks(page));

  const wanted = blocks.filter(({ reason }) => reason === undefined);
  for (const { where, text } of wanted.filter(({ language }) => language === 'json'))
    await results.attempt(where, () => void JSON.parse(text));
  await compile(wanted.filter(({ language }) => language === 'ts' || language === 'tsx'));
  for (const page of pages) {
    const steps = wanted.filter((block) => block.page === page && (block.language === 'sh' || fileName(block)));
    if (page === BEGINS_WITH_NOTHING)
      for (const [way, blocks] of Map.groupBy(steps, ({ section }) => section)) await runFromNothing(way, blocks);
    else if (steps.some(({ language }) => language === 'sh')) await runPage(page, steps);
  }
} finally {
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
results.finish();

function blocksOf(page) {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(({ 1: indent, 2: language, 3: body, index }) => {
    const line = text.slice(0, index).split('\n').length;
    const block = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return {
      page,
      language,
      text: block,
      where: `${page}:${line}`,
      section: text
        .slice(0, index)
        .match(/^## .*$/gm)
        ?.at(-1),
      reason: notRun[page]?.['*'] ?? notRun[page]?.[block.split('\n')[0]],
    };
  });
}

/** The file name under which readers of a page save a block of code. */
function fileName({ language, text }) {
  return language === 'ts' ? /^\/\/ (\S+\.js)\n/.exec(text)?.[1] : undefined;
}

function checkList(blocks) {
  const entries = Object.entries(notRun).flatMap(([page, lines]) => Object.keys(lines).map((line) => ({ page, line })));
  if (entries.length > MOST_NOT_RUN)
    results.failed('snippets-not-run.json', `${entries.length} blocks are not run, at most ${MOST_NOT_RUN} may be`);
  for (const { page, line } of entries) {
    if (asked.length > 0 && !asked.includes(page)) continue;
    const isLine = ({ text }) => line === '*' || text.split('\n')[0] === line;
    if (!blocks.some((block) => block.page === page && isLine(block)))
      results.failed('snippets-not-run.json', `${page} has no block that begins with "${line}" any more`);
  }
}

function checkLinks(page) {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, link]) => link.split('#')[0])
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link));
  const lost = links.filter((link) => !existsSync(join(root, dirname(page), link)));
  if (page === 'docs/README.md')
    for (const name of globSync(['*.md', 'tutorials/*.md'], { cwd: join(root, 'docs') }))
      if (name !== 'README.md' && !links.includes(name)) lost.push(`no link leads to ${name}`);
  if (lost.length > 0) throw new Error(lost.join('\n'));
}

/** One program with each block as a module, so that types are resolved once. */
async function compile(blocks) {
  if (blocks.length === 0) return;
  const directory = join(scratch, 'ts');
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  installPackages(directory, ['@drive/contract', '@drive/sdk', '@drive/react', '@types/node'], root, packed);
  installPackages(directory, ['react', '@types/react'], join(root, 'packages/react'), packed);
  // Pages may import the packages that examples install.
  for (const path of globSync('examples/*/package.json', { cwd: root })) {
    const example = join(root, dirname(path));
    const { dependencies, devDependencies } = readManifest(example);
    installPackages(directory, Object.keys({ ...dependencies, ...devDependencies }), example, packed);
  }
  // As bundlers and frameworks declare it.
  writeFileSync(join(directory, 'css.d.ts'), "declare module '*.css';");
  const files = new Map(blocks.map((block, index) => [`snippet-${index}.${block.language}`, block]));
  for (const [file, { text }] of files) writeFileSync(join(directory, file), text);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    jsx: 'react-jsx',
    types: ['node'],
    strict: true,
    noEmit: true,
    moduleDetection: 'force',
    skipLibCheck: true,
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const said = await runProgram(process.execPath, [tsc, '-p', directory, '--pretty', 'false'], { cwd: directory }).then(
    () => '',
    (error) => error.message,
  );
  for (const [file, { where }] of files) {
    const mistakes = said.split('\n').filter((line) => line.startsWith(file));
    await results.attempt(where, () => {
      if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
    });
  }
  if (said !== '' && !said.includes('snippet-')) results.failed('the compiler', said);
}

async function runPage(page, blocks) {
  const server = await startRealServer({ env: { DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128' } });
  const directory = mkdtempSync(join(scratch, 'sh-'));
  try {
    cpSync(new URL('snippets-files', import.meta.url), directory, { recursive: true });
    const programs = join(server.home, 'bin');
    mkdirSync(programs);
    writePrograms(programs, (name) => name);
    // In the checkout npx finds them; here nothing is installed.
    writeFileSync(join(programs, 'npx'), '#!/bin/sh\nexec "$@"\n');
    // The SDK of the server installs without a registry, because it has no dependencies.
    writeFileSync(
      join(programs, 'npm'),
      `#!/bin/sh
case "$*" in
  "init -y" | "pkg set "* | "install ${server.url}/install/drive-sdk.tgz" | "install ${server.url}/install/drive-sdk.tgz ${server.url}/install/drive-react.tgz")
    PATH="$NPM_PATH" exec npm "$@" ;;
esac
echo "no page may run npm $*: list it in snippets-not-run.json" >&2
exit 1
`,
    );
    for (const name of ['npm', 'npx']) chmodSync(join(programs, name), 0o755);

    const port = await freePort();
    const script = ['set -euo pipefail'];
    for (const [index, block] of blocks.entries()) {
      const text = adapted(block.text, { url: server.url, port });
      const name = fileName(block);
      const mark = markOf(index);
      if (name === undefined) script.push(mark, text);
      else {
        writeFileSync(join(server.home, `block-${index}`), text);
        script.push(mark, `cp "$HOME/block-${index}" ${name}`);
      }
    }
    const env = {
      PATH: `${programs}:${process.env.PATH}`,
      NPM_PATH: process.env.PATH,
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      HOME: server.home,
      DRIVE_BASE_URL: server.url,
      DRIVE_API_KEY: server.apiKey,
      // For servers that a page starts.
      DRIVE_DATA_DIR: join(server.home, 'another'),
      DRIVE_PORT: '0',
    };
    await runScript(page, script, blocks, { cwd: directory, env });
  } finally {
    await server.stop();
  }
}

/** The built programs, as files of a folder. */
function writePrograms(folder, nameOf) {
  for (const [name, of] of [
    ['drive-cli', 'cli'],
    ['drive-server', 'server'],
  ]) {
    const main = join(root, `packages/${of}/dist/main.mjs`);
    const text = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
    writeFileSync(join(folder, nameOf(name)), text, { mode: 0o755 });
  }
}

/** Runs one way of a page that begins with nothing. */
async function runFromNothing(way, blocks) {
  const [home, directory, release, clone] = ['home', 'empty', 'release', 'npm'].map((name) =>
    mkdtempSync(join(scratch, `${name}-`)),
  );
  const target = `${process.platform}-${process.arch}`;
  writePrograms(release, (name) => `${name}-${target}`);
  const files = await serveFiles(release);
  try {
    const binaries = readdirSync(release).map((name) => ({ name, sha256: sha256(join(release, name)) }));
    writeFileSync(join(release, 'install.sh'), renderReleaseScript(files.url, binaries));
    // What a clone has after `npm start`.
    if (way === '## From a clone') {
      mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true });
      writePrograms(join(directory, 'node_modules/.bin'), (name) => name);
      const start = 'exec node_modules/.bin/drive-server serve --cli-profile';
      writeFileSync(join(clone, 'npm'), `#!/bin/sh\n[ "$*" = start ] && ${start}\nexit 1\n`, { mode: 0o755 });
    }
    const script = ['set -euo pipefail'];
    for (const [index, { text }] of blocks.entries())
      script.push(markOf(index), text.replaceAll('https://releases.example.com/drive', files.url));
    const env = { PATH: `${clone}:${process.env.PATH}`, HOME: home, DRIVE_PORT: String(await freePort()) };
    const output = await runScript(way, script, blocks, { cwd: directory, env });
    await results.attempt(
      `${BEGINS_WITH_NOTHING}: ${way.slice(3)} ends with a link, and keeps its data in HOME`,
      () => {
        if (!/^http:\/\/127\.0\.0\.1:\d+\/s\/\S+$/m.test(output)) throw new Error(output);
        if (!existsSync(join(home, '.local/share/drive/drive.db'))) throw new Error('there is no database in HOME');
      },
    );
  } finally {
    files.close();
  }
}

/** The output before it may lack the end of its line. */
function markOf(index) {
  return `printf '\\n@@ %s\\n' ${index} >&2`;
}

/** Runs blocks, each after its mark, and reports each. Returns what they print. */
async function runScript(page, script, blocks, options) {
  const said = await runProgram('bash', ['--norc', '-c', script.join('\n')], options).then(
    ({ output }) => ({ output, error: undefined }),
    (error) => ({ output: error.message, error }),
  );
  const begun = [...said.output.matchAll(/^@@ (\d+)$/gm)].map(([, index]) => Number(index));
  for (const [index, { where }] of blocks.entries()) {
    const isLast = index === begun.at(-1);
    await results.attempt(where, () => {
      if (!begun.includes(index)) throw new Error('a block before it failed');
      if (isLast && said.error !== undefined) throw new Error(said.output.split(`@@ ${index}\n`)[1]);
    });
  }
  if (begun.length === 0 && said.error === undefined) results.failed(page, 'nothing was run');
  return said.output;
}

/** Leads the URLs that pages name to the server and to a port of this run. */
function adapted(text, { url, port }) {
  return text
    .replaceAll(/https:\/\/drive\.example\.com|http:\/\/127\.0\.0\.1:8080/g, url)
    .replaceAll(/\blocalhost:3000\b/g, `localhost:${port}`)
    .replaceAll('listen(3000)', `listen(${port})`);
}

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
