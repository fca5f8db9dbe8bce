import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startScene } from '../../test/drive-behind-proxy.ts';

const script = `
  const { DriveClient } = await import('@drive/sdk');
  const { downloadFile, uploadPath } = await import('@drive/sdk/node');
  const client = new DriveClient();
  const { fileId } = await uploadPath(client, process.argv[1]);
  await downloadFile(client, fileId, process.argv[2]);
`;

it('uses the proxies of the environment with NODE_USE_ENV_PROXY', async () => {
  const { drive, user, path } = await startScene();
  const seen: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${new URL(incoming.url ?? '').pathname.split('/')[1]}`);
    const upstream = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  // Node's fetch asks for a tunnel also to an http server.
  proxy.on('connect', ({ url = '' }, socket) => {
    seen.push('CONNECT');
    const [host, port] = url.split(':');
    const upstream = connect(Number(port), host);
    upstream.once('connect', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  writeFileSync(path('a.txt'), 'hello');
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    NO_PROXY: '',
    DRIVE_BASE_URL: drive.url,
    DRIVE_API_KEY: user.key,
  };
  const argv = ['--conditions=@drive/source', '--input-type=module', '-e', script, path('a.txt'), path('b.txt')];
  const child = spawn(process.execPath, argv, {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(readFileSync(path('b.txt'), 'utf8')).toBe('hello');
  expect(seen).toContain('PUT files');
  expect(seen).toContain('GET files');
  expect(seen.some((one) => one === 'CONNECT' || one === 'POST api')).toBe(true);
});
