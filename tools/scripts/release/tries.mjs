// Tries the files of a release in an empty directory, without the checkout.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '../../launcher/toolchain.mjs';
import { startRealServer } from '../real-server.mjs';
import { runProgram } from '../run-program.mjs';
import { serveFiles } from './serve-files.mjs';

/** Calls `work` with an empty directory, and an environment that knows only it. */
async function inEmptyDirectory(work) {
  const directory = mkdtempSync(join(tmpdir(), 'drive-release-'));
  try {
    const { HOME: _home, ...rest } = cleanEnvironment();
    const env = { ...rest, PATH: process.env.PATH, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config') };
    await work(directory, env);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Starts the server, and stores and reads a file with the command line. */
export const tryBinaries = ({ out, platform, version }) =>
  inEmptyDirectory(async (directory, env) => {
    for (const name of ['drive-server', 'drive-cli']) {
      copyFileSync(join(out, `${name}-${platform}`), join(directory, name));
      const { output } = await runProgram(join(directory, name), ['--version'], { cwd: directory, env });
      if (!output.includes(version)) throw new Error(`${name} --version prints ${output}`);
    }
    const server = await startRealServer({ command: [join(directory, 'drive-server')] });
    try {
      const signedIn = { ...env, DRIVE_URL: server.url, DRIVE_API_KEY: server.apiKey };
      const cli = (...args) => runProgram(join(directory, 'drive-cli'), args, { cwd: directory, env: signedIn });
      writeFileSync(join(directory, 'hello.txt'), 'hello\n');
      await cli('upload', 'hello.txt');
      mkdirSync(join(directory, 'back'));
      await cli('download', '/hello.txt', '-o', 'back/');
      if (readFileSync(join(directory, 'back/hello.txt'), 'utf8') !== 'hello\n')
        throw new Error('other bytes came back');
    } finally {
      await server.stop();
    }
  });

/** Installs from a server of these files into an empty home directory. */
export const tryInstaller = ({ out, version }) =>
  inEmptyDirectory(async (directory, env) => {
    const files = await serveFiles(out);
    try {
      const { output } = await runProgram('sh', ['-c', `curl -fsSL ${files.url}/install.sh | sh`], {
        cwd: directory,
        env: { ...env, DRIVE_RELEASE_URL: files.url },
      });
      for (const name of ['drive-server', 'drive-cli'])
        if (!output.includes(`${name} ${version} is installed`)) throw new Error(`the script prints\n${output}`);
    } finally {
      files.close();
    }
  });

/** Needs a registry, for the packages that these depend on. */
export const tryPackages = ({ out, version }) =>
  inEmptyDirectory(async (directory, env) => {
    writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}');
    const archives = ['contract', 'sdk', 'react', 'cli', 'server'].map((name) => join(out, `drive-${name}.tgz`));
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--fetch-retries=0'];
    await runProgram('npm', ['install', ...quiet, ...archives], { cwd: directory, env });
    for (const name of ['drive-server', 'drive-cli']) {
      const { output } = await runProgram('npx', ['--no', '--', name, '--version'], { cwd: directory, env });
      if (!output.includes(version)) throw new Error(`${name} --version prints ${output}`);
    }
    writeFileSync(
      join(directory, 'try.js'),
      "import { DriveClient } from '@drive/sdk';\nif (!DriveClient) throw new Error();\n",
    );
    await runProgram(process.execPath, ['try.js'], { cwd: directory, env });
  });

/** Runs the program of the image with the files of the image alone; needs the right to change the root directory. */
export const tryImage = ({ image, version }) =>
  inEmptyDirectory(async (directory, env) => {
    const path = `${env.PATH}:/usr/sbin:/sbin`;
    const run = (file, ...args) => runProgram(file, args, { cwd: directory, env: { ...env, PATH: path } });
    mkdirSync(join(directory, 'layout'));
    mkdirSync(join(directory, 'root'));
    await run('tar', '-xf', image, '-C', 'layout');
    const read = (...path) => JSON.parse(readFileSync(join(directory, 'layout', ...path), 'utf8'));
    const blob = ({ digest }) => ['blobs', ...digest.split(':')];
    const manifest = read(...blob(read('index.json').manifests[0]));
    const { config } = read(...blob(manifest.config));
    for (const layer of manifest.layers)
      await run('tar', '--no-same-owner', '-xzf', join('layout', ...blob(layer)), '-C', 'root');
    const isolated = ['--user', '--map-root-user', 'chroot', 'root', ...config.Entrypoint, '--version'];
    const { output } = await run('unshare', ...isolated);
    if (!output.includes(version)) throw new Error(`the image prints ${output}`);
  });
