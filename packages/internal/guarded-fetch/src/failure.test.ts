import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { testCertificate } from '../test/certificate.ts';
import { OutboundError, createGuardedFetch, describeCode, type GuardedFetchOptions } from './index.ts';

const local: GuardedFetchOptions = { allowCidrs: ['127.0.0.0/8'], ca: testCertificate.cert };

describe('the stage of a failure', () => {
  const stageOf = async (url: string, options: GuardedFetchOptions = {}): Promise<unknown> => {
    const limits = { connectTimeoutMs: 200, answerTimeoutMs: 200 };
    const failure = await createGuardedFetch({ ...local, ...limits, ...options })({ url, method: 'GET' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(OutboundError);
    return (failure as OutboundError).stage;
  };
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const talking = (talk: (socket: Socket) => void) => (socket: Socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  };
  const startPlain = (talk: (socket: Socket) => void): Promise<number> => listen(createServer(talking(talk)));
  const startSecure = (talk: (socket: Socket) => void): Promise<number> =>
    listen(
      createTlsServer(testCertificate, (socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => talk(socket));
      }),
    );

  test('is the same for a closed port and for open ones that prove nothing', async () => {
    const closed = await startPlain(() => undefined);
    servers.pop()?.close();
    const ports = [
      closed,
      await startPlain((socket) => socket.end('SSH-2.0-OpenSSH_9.2p1\r\n')),
      await startPlain((socket) => socket.destroy()),
      await startPlain((socket) => void setTimeout(() => socket.destroy(), 500)),
    ];
    for (const port of ports)
      for (const protocol of ['http', 'https'])
        expect(await stageOf(`${protocol}://127.0.0.1:${port}/`)).toBe('connection');
  });

  test('is `answer` after a handshake with a valid certificate, `certificate` with another', async () => {
    const silent = await startSecure((socket) => void setTimeout(() => socket.destroy(), 500));
    // Not before the client has asked, because it may not have noticed the end of the handshake.
    const breaking = await startSecure((socket) => socket.once('data', () => socket.destroy()));
    for (const port of [silent, breaking]) expect(await stageOf(`https://127.0.0.1:${port}/`)).toBe('answer');
    const url = `https://127.0.0.1:${silent}/`;
    const strict = createGuardedFetch({ allowCidrs: ['127.0.0.0/8'] })({ url, method: 'GET' });
    await expect(strict).rejects.toMatchObject({ stage: 'certificate', message: /self-signed/ });
  });

  test('is `name` without an address', async () => {
    expect(await stageOf('https://hooks.example.com/', { resolve: () => Promise.resolve([]) })).toBe('name');
  });
});

test.each([
  ['ECONNREFUSED', 'the connection was refused'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', "the receiver's certificate is not trusted (self-signed)"],
  ['CERT_HAS_EXPIRED', "the receiver's certificate has expired"],
  ['CERT_CHAIN_TOO_LONG', "the receiver's certificate is not valid"],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'the receiver speaks no version of TLS from 1.2 on'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the receiver does not speak TLS'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'the TLS handshake failed'],
  ['HPE_INVALID_CONSTANT', 'the answer is not HTTP'],
  ['UND_ERR_SOMETHING_NEW', 'the connection failed'],
  ['', 'the connection failed'],
])('the code %s is described in words', (code, message) => {
  expect(describeCode(code)[1]).toBe(message);
});
