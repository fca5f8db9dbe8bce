import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { renderReleaseScript } from './release-script.ts';

const target = `${process.platform}-${process.arch}`;
const programOf = (name: string): string => `#!/bin/sh\necho ${name} 9.8.7\n`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const described = ['drive-server', 'drive-cli'].map((name) => ({
  name: `${name}-${target}`,
  sha256: sha256(programOf(name)),
}));

/** Serves the files of a release, and installs from there into an empty home directory. */
async function install(
  files: Readonly<Record<string, string>>,
  { env = {}, programs = described }: { env?: Readonly<Record<string, string>>; programs?: typeof described } = {},
) {
  const server = createServer((request, response) => {
    const content = files[request.url ?? ''];
    response.writeHead(content === undefined ? 404 : 200).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const home = mkdtempSync(join(tmpdir(), 'drive-release-'));
  onTestFinished(() => {
    server.close();
    rmSync(home, { recursive: true });
  });
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const result = await new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: { HOME: home, PATH: process.env['PATH'], ...env } };
    const child = execFile('sh', [], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
    child.stdin?.end(renderReleaseScript(own, programs));
  });
  const installed = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
  return { ...result, own, installed };
}

const released = Object.fromEntries(
  ['drive-server', 'drive-cli'].map((name) => [`/v1/${name}-${target}`, programOf(name)]),
);

it('the script of a release installs the server and the command line for one user', async () => {
  const { code, output, installed } = await install(released);
  expect([code, output]).toEqual([0, expect.stringContaining('drive-server drive-server 9.8.7 is installed in')]);
  expect(output).toContain('Start it with: drive-server serve --cli-profile');
  expect(installed).toEqual(['.local', '.local/bin', '.local/bin/drive-cli', '.local/bin/drive-server']);
});

it('the script of a release stores no program whose checksum differs', async () => {
  const { code, output, installed } = await install({ ...released, [`/v1/drive-cli-${target}`]: 'something else' });
  expect([code, output]).toEqual([1, expect.stringContaining('Drive was not installed: the download has the SHA-256')]);
  expect(installed).toEqual(['.local', '.local/bin', '.local/bin/drive-server']);
});

it('the script of a release installs no program that does not run on this machine', async () => {
  const broken = '#!/bin/sh\necho no such library >&2\nexit 1\n';
  const name = `drive-server-${target}`;
  const programs = [{ name, sha256: sha256(broken) }, ...described.slice(1)];
  const { code, output, installed } = await install({ ...released, [`/v1/${name}`]: broken }, { programs });
  expect([code, output]).toEqual([1, expect.stringContaining(`the binary ${name} does not run on this machine.`)]);
  expect(output).toContain('no such library');
  expect(installed).toEqual(['.local', '.local/bin']);
});

it('the script of a release takes the files from the mirror that DRIVE_RELEASE_URL names', async () => {
  const { output } = await install(released, { env: { DRIVE_RELEASE_URL: 'http://127.0.0.1:1/mirror/' } });
  expect(output).toContain('http://127.0.0.1:1/mirror/drive-server');
});

it('the script of a release says what cannot be downloaded', async () => {
  const { code, output, own, installed } = await install({});
  expect([code, installed]).toEqual([1, ['.local', '.local/bin']]);
  expect(output).toContain(`Drive was not installed: ${own}/drive-server-${target} cannot be downloaded.`);
});
