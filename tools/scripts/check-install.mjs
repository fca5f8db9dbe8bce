// Installs the packed packages into an empty project, with npm and with pnpm, from their registry, and runs them. Then
// installs the SDK and the CLI from the URLs of a running server, and runs `npm start` in a fresh checkout. Skipped, with
// a message, if no registry can be reached.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanEnvironment, root } from '../launcher/toolchain.mjs';
import { packPackages, PUBLISHED } from './packed.mjs';
import { startRealServer } from './real-server.mjs';
import { runProgram } from './run-program.mjs';
import { stageResults } from './stage-results.mjs';

/** Goals of `npm start` in a fresh checkout: fewer lines, and fewer bytes on the disk for the files in node_modules. */
const START_LINES = 15;
const START_BYTES = 220_000_000;

const shell = process.platform === 'win32';
const results = stageResults();
const scratch = mkdtempSync(join(tmpdir(), 'drive-install-'));
const { packed, remove } = await packPackages(PUBLISHED);
const version = packed.find(({ folder }) => folder === 'cli').manifest.version;
const archives = Object.fromEntries(packed.map(({ manifest, archive }) => [manifest.name, `file:${archive}`]));

const installers = {
  npm: {
    install: ['npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']],
    run: (...args) => ['npx', ['--no', '--', ...args]],
    files: {},
  },
  pnpm: {
    install: ['pnpm', ['install', '--prefer-offline']],
    run: (...args) => ['pnpm', ['exec', ...args]],
    files: {
      // Unpublished packages must be found among the archives.
      'pnpm-workspace.yaml': [
        'pmOnFail: ignore',
        'overrides:',
        ...Object.entries(archives).map(([name, archive]) => `  '${name}': '${archive}'`),
      ].join('\n'),
    },
  },
};

const unreachable = await whyNoRegistry();
try {
  for (const [name, installer] of Object.entries(installers))
    await results.attempt(`installed with ${name}: server, command line, SDK and contract`, () =>
      tryOut(name, installer),
    );
  await results.attempt('installed from a running server: command line and SDK', installFromServer);
  await results.attempt(
    `npm start prints fewer than ${START_LINES} lines, the setup link last, and installs less than ${START_BYTES / 1e6} MB`,
    startFreshCheckout,
  );
} finally {
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
results.finish();

async function whyNoRegistry() {
  const args = ['view', 'commander', 'version', '--fetch-timeout=15000', '--fetch-retries=1', '--loglevel=error'];
  try {
    await runProgram('npm', args, { cwd: scratch, shell, timeoutMs: 60_000 });
    return undefined;
  } catch (error) {
    return `no registry can be reached: ${/npm error (.*)/.exec(error.message)?.[1] ?? 'npm view got no answer'}`;
  }
}

/** Answers why it could not be tried, if it could not. */
async function tryOut(name, { install, run, files }) {
  if (unreachable !== undefined) return unreachable;
  const project = join(scratch, name);
  mkdirSync(project);
  const manifest = { name: 'empty', private: true, type: 'module', dependencies: archives };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  const environment = { ...cleanEnvironment(), PATH: process.env.PATH };
  const inProject = (program, args, env = {}) =>
    runProgram(program, args, { cwd: project, shell, env: { ...environment, ...env } });

  await inProject(...install);
  const said = (await inProject(...run('drive-cli', '--version'))).stdout.trim();
  if (said !== version) throw new Error(`drive-cli --version says ${said}, not ${version}`);

  const main = join(project, 'node_modules/drive-server/dist/main.mjs');
  const server = await startRealServer({ command: [process.execPath, main] });
  try {
    const signedIn = { HOME: server.home, DRIVE_BASE_URL: server.url, DRIVE_API_KEY: server.apiKey };
    writeFileSync(join(project, 'hello.txt'), 'hello\n');
    await inProject(...run('drive-cli', 'upload', 'hello.txt'), signedIn);
    const link = (await inProject(...run('drive-cli', 'share', '/hello.txt'), signedIn)).stdout.trim();
    await inProject(...run('drive-cli', 'download', link, '-o', 'copy.txt'), { HOME: server.home });
    if (!existsSync(join(project, 'copy.txt'))) throw new Error('the shared file did not arrive');
    writeFileSync(
      join(project, 'program.mjs'),
      `import { endpoints } from '@drive/contract';
       import { DriveClient } from '@drive/sdk';
       import { downloadFile } from '@drive/sdk/node';
       const client = new DriveClient();
       const { id } = await client.files.getByPath('/hello.txt');
       await downloadFile(client, id, 'another.txt');
       console.log(endpoints.createUpload.path);`,
    );
    const { stdout } = await inProject(process.execPath, ['program.mjs'], signedIn);
    if (stdout !== '/api/uploads\n') throw new Error(`the program said ${stdout}`);
    return undefined;
  } finally {
    await server.stop();
  }
}

/** Installs the clients one after the other: none may need a package of this repository from a registry. */
async function installFromServer() {
  if (unreachable !== undefined) return unreachable;
  const server = await startRealServer();
  try {
    const project = join(scratch, 'from-server');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const env = { ...cleanEnvironment(), PATH: process.env.PATH };
    const npm = (...args) =>
      runProgram('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
        cwd: project,
        shell,
        env,
      });
    const signedIn = { ...env, HOME: server.home, DRIVE_BASE_URL: server.url, DRIVE_API_KEY: server.apiKey };

    const prefix = join(scratch, 'global');
    await npm('install', '--global', '--prefix', prefix, `${server.url}/install/drive-cli.tgz`);
    const cli = shell ? join(prefix, 'drive-cli.cmd') : join(prefix, 'bin/drive-cli');
    writeFileSync(join(project, 'hello.txt'), 'hello\n');
    await runProgram(cli, ['upload', 'hello.txt'], { cwd: project, shell, env: signedIn });

    await npm('install', `${server.url}/install/drive-sdk.tgz`);
    for (const file of ['docs/guide.md', 'docs/reference.md'])
      if (!existsSync(join(project, 'node_modules/@drive/sdk', file))) throw new Error(`@drive/sdk has no ${file}`);
    writeFileSync(
      join(project, 'program.mjs'),
      `import { DriveClient } from '@drive/sdk';
       console.log((await new DriveClient().files.getByPath('/hello.txt')).size);`,
    );
    const { stdout } = await runProgram(process.execPath, ['program.mjs'], { cwd: project, env: signedIn });
    if (stdout !== '6\n') throw new Error(`the program said ${stdout}`);

    await npm('install', `${server.url}/install/drive-sdk.tgz`, `${server.url}/install/drive-react.tgz`);
    writeFileSync(join(project, 'page.mjs'), `import '@drive/react/element';\nconsole.log('loaded');`);
    const page = await runProgram(process.execPath, ['page.mjs'], { cwd: project, env });
    if (page.stdout !== 'loaded\n') throw new Error(`the page said ${page.stdout}`);
    return undefined;
  } finally {
    await server.stop();
  }
}

/** The files of this checkout that git knows, elsewhere, with nothing installed or built. */
async function startFreshCheckout() {
  if (unreachable !== undefined) return unreachable;
  const checkout = join(scratch, 'checkout');
  const listed = await runProgram('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  for (const path of listed.stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(root, path), join(checkout, path));
  }
  const env = {
    ...cleanEnvironment(),
    PATH: process.env.PATH,
    DRIVE_DATA_DIR: join(scratch, 'data'),
    DRIVE_PORT: '0',
    // Warnings about the settings of this machine's npm do not count.
    npm_config_loglevel: 'error',
  };
  const child = spawn('npm', ['start'], { cwd: checkout, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let output = '';
  const setupLink = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (/\/setup\?token=\S+\n/.test(output)) resolve();
      });
    child.once('close', () => reject(new Error(`it ended\n${output}`)));
  });
  try {
    await setupLink;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const shown = output
    .split(/(?<=\/setup\?token=\S+\n)/)[0]
    .trimEnd()
    .split('\n');
  if (shown.length >= START_LINES) throw new Error(`it prints ${shown.length} lines:\n${shown.join('\n')}`);
  if (!shown.some((line) => line.includes('"started"'))) throw new Error(`the setup link is not last:\n${output}`);
  const bytes = sumSizes(join(checkout, 'node_modules'));
  if (bytes >= START_BYTES) throw new Error(`it installs ${(bytes / 1e6).toFixed(0)} MB`);
  return undefined;
}

/** Windows has no blocks. */
function onDisk({ blocks, size }) {
  return blocks === undefined ? size : blocks * 512;
}

function sumSizes(directory) {
  let sum = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    // A symbolic link is neither: pnpm links each package many times.
    if (entry.isDirectory()) sum += sumSizes(path);
    else if (entry.isFile()) sum += onDisk(lstatSync(path));
  }
  return sum;
}
