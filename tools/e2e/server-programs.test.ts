import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  admin,
  createKey,
  freshMachine,
  runServer,
  runServerWithInput,
  serverCommand,
  startServer,
  type RunningServer,
} from './programs.ts';

describe('drive-server', () => {
  it('reports all invalid settings at once and exits with 2', async () => {
    const { env, dataDirectory } = freshMachine();
    mkdirSync(dataDirectory);
    writeFileSync(join(dataDirectory, 'drive.config.json'), '{"rateApi":"many"}');
    const { code, stdout, stderr } = await runServer(
      { ...env, DRIVE_PROT: '1', DRIVE_STORAGE_URL: 's4://bucket' },
      '--log-level',
      'loud',
    );
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toEqual([
      'drive-server: DRIVE_PROT is not a setting; did you mean DRIVE_PORT?',
      'drive-server: DRIVE_STORAGE_URL must begin with file:// or s3://',
      'drive-server: rateApi in drive.config.json must be a whole number from 0 to 1000000',
      'drive-server: DRIVE_LOG_LEVEL must be debug or info or warn or error',
    ]);
    expect(readdirSync(dataDirectory)).toEqual(['drive.config.json']);
  });

  it('shows the effective settings without a secret', async () => {
    const { env } = freshMachine();
    const { code, stdout } = await runServer(
      { ...env, DRIVE_SECRET: 'a-secret-of-more-than-32-characters' },
      'config',
      '--list-max',
      '50',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('DRIVE_LIST_MAX=50\n');
    expect(stdout).toContain('DRIVE_SECRET=********\n');
    expect(stdout).toContain('DRIVE_ADMIN_PASSWORD=********\n');
  });

  it.each([['config'], ['config', '--json'], ['--help'], ['licenses']])(
    'ends quietly when the reader of its output has gone: %s %s',
    async (...args) => {
      const [file, ...before] = serverCommand;
      const child = spawn(file, [...before, ...args], { env: freshMachine().env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      expect([code, stderr]).toEqual([0, '']);
    },
  );

  it('writes a test email to the outbox without SMTP, and says that it was not sent', async () => {
    const { env, dataDirectory } = freshMachine();
    const { code, stdout } = await runServer(env, 'mail', 'test', 'ada@example.com');
    expect([code, stdout]).toEqual([
      0,
      `written to ${join(dataDirectory, 'outbox')}, not sent: DRIVE_SMTP_URL is not set\n`,
    ]);
    expect(readdirSync(join(dataDirectory, 'outbox'))).toHaveLength(1);
  });

  it('names the refusal of the mail server for a test email', async () => {
    const { env } = freshMachine();
    const smtp = { DRIVE_SMTP_URL: 'smtp://127.0.0.1:1', DRIVE_MAIL_FROM: 'drive@example.com' };
    const { code, stdout, stderr } = await runServer({ ...env, ...smtp }, 'mail', 'test', 'ada@example.com');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^drive-server: the email was not sent: .*127\.0\.0\.1:1.*DRIVE_SMTP_URL/);
  });

  it('leaves nothing behind when the backup to restore does not exist', async () => {
    const { env, dataDirectory } = freshMachine();
    const { code, stderr } = await runServer(env, 'restore', 'no-such-backup.tar');
    expect([code, stderr]).toEqual([
      1,
      'drive-server: There is no backup at no-such-backup.tar that this user may read.\n',
    ]);
    expect(existsSync(dataDirectory)).toBe(false);
  });

  it.each(['doctor', 'sweep'])('%s refuses a data directory that does not exist', async (command) => {
    const { env, dataDirectory } = freshMachine();
    const { code, stderr } = await runServer(env, command);
    expect([code, stderr]).toEqual([
      2,
      `drive-server: There is no data directory ${dataDirectory}. Pass the directory of the drive with --data-dir.\n`,
    ]);
    expect(existsSync(dataDirectory)).toBe(false);
  });

  it('fills a new drive with examples beside its server, refuses another one, and takes them away', async () => {
    const { env } = freshMachine();
    expect((await runServer(env, 'demo')).stderr).toContain('There is no data directory');
    const server = await startServer(env);
    const beside = { ...env, DRIVE_PORT: new URL(server.url).port };
    expect((await runServer(env, 'demo')).stderr).toContain('none answers at http://127.0.0.1:0.');

    const { code, stdout } = await runServer(beside, 'demo', '--json');
    expect(code).toBe(0);
    const { accounts } = JSON.parse(stdout) as { accounts: { email: string; password: string }[] };
    expect(accounts.map(({ email }) => email)).toEqual(['ada@demo.example', 'grace@demo.example']);
    const signIn = ({ email, password } = { email: '', password: '' }): Promise<Response> =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
    expect((await signIn(accounts[0])).status).toBe(200);
    expect(await runServer(beside, 'demo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('examples already'),
    });

    expect((await runServer(beside, 'demo', '--remove')).code).toBe(0);
    expect((await signIn(accounts[0])).status).toBe(401);
    await server.end('SIGTERM');

    const upload = await startServer(env);
    const key = await createKey(env, admin.email);
    const headers = { authorization: `Bearer ${key}` };
    await fetch(`${upload.url}/files/by-path/own.txt`, { method: 'PUT', headers, body: 'mine' });
    await upload.end('SIGTERM');
    expect(await runServer(env, 'demo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`has content of ${admin.email}`),
    });
    expect(await runServer(env, 'demo', '--remove')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('there are no examples'),
    });
  });

  it('exits with 2 for an unknown command, and prints help on request', async () => {
    const { env } = freshMachine();
    expect(await runServer(env, 'user', 'destroy')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'drive-server: there is no command "user destroy" (see --help)\n',
    });
    expect(await runServer(env, '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('user create'),
      stderr: '',
    });
  });

  it('says in one line that its port is taken', async () => {
    const { env } = freshMachine();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runServer({ ...env, DRIVE_PORT: String(port) });
    other.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `drive-server: 127.0.0.1:${port} is in use by another server. Choose another DRIVE_PORT.\n`,
    });
  });

  it.runIf(process.platform === 'linux')('says that a data directory cannot be created', async () => {
    const { env } = freshMachine();
    expect(await runServer({ ...env, DRIVE_DATA_DIR: '/proc/drive/data' }, 'serve')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^drive-server: .*\/proc\/drive/m) as string,
    });
  });

  it('exits if it cannot open what it needs, also after it has begun to listen', async () => {
    const { env, dataDirectory } = freshMachine();
    mkdirSync(dataDirectory);
    writeFileSync(join(dataDirectory, 'drive.db'), 'not a database, but long enough to be looked at'.repeat(100));
    const { code, stderr } = await runServer(env);
    expect(code).toBe(1);
    expect(stderr).toContain('file is not a database');
  });
});

describe('with a running server', () => {
  const machine = freshMachine();
  let server: RunningServer;
  beforeAll(async () => {
    const { DRIVE_ADMIN_EMAIL: _email, DRIVE_ADMIN_PASSWORD: _password, ...env } = machine.env;
    server = await startServer(env);
  });
  afterAll(async () => {
    await server.end('SIGTERM');
  });

  it('the first start prints the one-time link that creates the first account', async () => {
    const link = /^ {2}(http:\S+\/setup\?token=\S+)$/m.exec(server.output())?.[1];
    expect(link).toBeDefined();
    const page = await fetch(link ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });

  // Starts a dozen programs.
  it('accounts and keys can be created and changed', { timeout: 120_000 }, async () => {
    const env = machine.env;
    expect(
      await runServerWithInput(env, `${admin.password}\n`, 'user', 'create', '--email', admin.email, '--admin'),
    ).toMatchObject({ code: 0, stdout: '' });
    expect(await runServerWithInput(env, 'short\n', 'user', 'create', '--email', 'b@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^drive-server: .*8 characters/),
    });
    expect(
      await runServerWithInput(env, 'long enough\n', 'user', 'create', '--email', 'b@example.com', '--plan', 'free'),
    ).toMatchObject({ code: 0 });
    expect(await runServerWithInput(env, 'long enough\n', 'user', 'create', '--email', 'B@example.com')).toMatchObject({
      code: 1,
    });
    expect(await runServer(env, 'user', 'set-plan', '--email', 'b@example.com', '--plan', 'paid')).toMatchObject({
      code: 0,
    });
    expect(
      await runServerWithInput(env, 'another one\n', 'user', 'set-password', '--email', 'b@example.com'),
    ).toMatchObject({
      code: 0,
    });
    expect((await runServer(env, 'user', 'list')).stdout).toBe(
      `EMAIL              PLAN  ROLE   QUOTA  USED     STATE
${admin.email}  free  admin  none   0 bytes  enabled
b@example.com      paid  user   none   0 bytes  enabled
`,
    );
    expect(JSON.parse((await runServer(env, 'user', 'list', '--json')).stdout)).toMatchObject([
      { email: admin.email, isAdmin: true },
      { email: 'b@example.com', plan: 'paid', isAdmin: false },
    ]);
    expect(await runServer(env, 'user', 'set-plan', '--email', 'nobody@example.com', '--plan', 'paid')).toMatchObject({
      code: 1,
    });

    const login = (password: string) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'b@example.com', password }),
      });
    expect([(await login('long enough')).status, (await login('another one')).status]).toEqual([401, 200]);

    const { code, stdout } = await runServer(env, 'key', 'create', '--email', 'b@example.com', '--label', 'from here');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^svc_[\w-]{40}\n$/)]);
    const me = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${stdout.trim()}` } });
    expect(await me.json()).toMatchObject({ email: 'b@example.com', plan: 'paid' });
  });

  // Starts nine programs.
  it('changes of an account apply in the running server from its next request on', { timeout: 120_000 }, async () => {
    const env = machine.env;
    const key = (await runServer(env, 'key', 'create', '--email', 'b@example.com')).stdout.trim();
    const read = () => fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${key}` } });
    const user = (...args: string[]) => runServer(env, 'user', ...args, '--email', 'b@example.com');

    expect(await user('set-quota', '--quota', '1GiB')).toMatchObject({ code: 0 });
    expect(await (await read()).json()).toMatchObject({ quotaBytes: 1024 ** 3 });
    expect(await user('disable')).toMatchObject({
      code: 0,
      stderr: 'disabled b@example.com and ended its sessions\n',
    });
    expect((await read()).status).toBe(401);
    const listed = (await runServer(env, 'user', 'list')).stdout;
    expect(listed).toMatch(/^EMAIL +PLAN +ROLE +QUOTA +USED +STATE\n/);
    expect(listed).toMatch(/^b@example\.com +paid +user +1 GiB +0 bytes +disabled$/m);
    expect(await user('enable')).toMatchObject({ code: 0 });
    expect((await read()).status).toBe(200);

    expect(await runServer(env, 'user', 'disable', '--email', admin.email)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the last administrator'),
    });
    expect(await user('delete')).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(await user('delete', '--yes')).toMatchObject({ code: 0 });
    expect((await read()).status).toBe(401);
  });

  it('the sweep waits until the server has stopped', async () => {
    const sweep = () => runServer(machine.env, 'sweep');
    expect(await sweep()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another drive-server is running'),
    });
    await server.end('SIGTERM');
    expect(await sweep()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('uploads.expire done'),
    });
  });
});

describe('a server that is being stopped', () => {
  it('answers while it drains, is not ready meanwhile, and ends at once with a second signal', async () => {
    const { env } = freshMachine();
    const server = await startServer({ ...env, DRIVE_DRAIN_SECONDS: '600' });
    const statusOf = (path: string): Promise<number> => fetch(`${server.url}${path}`).then(({ status }) => status);
    expect(await statusOf('/readyz')).toBe(200);
    server.child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await statusOf('/api/public/config')).toBe(200);
    expect(await server.end('SIGTERM')).toBe(130);
  });

  it('ends in order after it has drained', async () => {
    const { env } = freshMachine();
    const server = await startServer({ ...env, DRIVE_DRAIN_SECONDS: '1' });
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.complaints()).toMatch(/draining[^]*stopped/);
  });

  it('completes an upload in progress, and accepts no new one', async () => {
    const { env, dataDirectory } = freshMachine();
    const server = await startServer(env);
    const key = (await runServer(env, 'key', 'create', '--email', admin.email)).stdout.trim();
    const reserved = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fileName: 'a.bin', contentType: 'application/octet-stream', fileSizeBytes: 4_000_000 }),
    });
    const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
    const { port, pathname } = new URL(uploadUrl);
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n`);
    socket.write(Buffer.alloc(2_000_000, 1));
    await expect.poll(() => readdirSync(join(dataDirectory, 'staging')).length).toBe(1);
    const ended = server.end('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
    socket.write(Buffer.alloc(2_000_000, 2));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close[^]*"COMPLETE"/i);
    expect(await ended).toBe(0);
    expect(existsSync(join(dataDirectory, 'drive.db-wal'))).toBe(false);
  });
});
