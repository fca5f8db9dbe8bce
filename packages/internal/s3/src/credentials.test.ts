import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hourMs, minuteMs, systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeS3 } from '../test/fake-s3.ts';
import {
  CredentialsError,
  FileCredentials,
  loadRole,
  RoleCredentials,
  type ChangingCredentials,
  type TemporaryCredentials,
} from './credentials.ts';
import { S3Client } from './s3-client.ts';

const execute = promisify(execFile);
const first = { accessKeyId: 'first', secretAccessKey: 'one', sessionToken: 'token-1' };
const second = { accessKeyId: 'second', secretAccessKey: 'two', sessionToken: 'token-2' };

let storage: FakeS3;
let directory: string;
const ends: (() => unknown)[] = [];

const open = (credentials: ChangingCredentials): S3Client => {
  const { location, clock } = storage;
  const client = new S3Client({ ...location, prefix: '', credentials, clock, random: systemRandom });
  ends.push(() => client.close());
  return client;
};
const write = (client: S3Client): Promise<void> => client.put('a', { pieces: [Buffer.from('a')] });

beforeEach(async () => {
  storage = await FakeS3.start();
  directory = mkdtempSync(join(tmpdir(), 'drive-credentials-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await storage.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('credentials in a file', () => {
  const fileOf = ({ accessKeyId, secretAccessKey, sessionToken }: typeof first): string =>
    `[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key=${secretAccessKey}\naws_session_token = ${sessionToken}\n`;

  it('[P-1740] that is written anew are used from the next request on, though the storage refuses those of before', async () => {
    const path = join(directory, 'credentials');
    writeFileSync(path, fileOf(first));
    storage.credentials = first;
    const client = open(new FileCredentials(path, 'default', storage.clock));
    await write(client);
    storage.credentials = second;
    writeFileSync(path, fileOf(second));
    await write(client);
    expect(await client.head('a')).toMatchObject({ bytes: 1 });
    // One refusal, and no more.
    expect(storage.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
  });

  it('are read before the storage refuses them, and stay as they are while the file is incomplete', async () => {
    const path = join(directory, 'credentials');
    writeFileSync(path, fileOf(first));
    const credentials = new FileCredentials(path, 'default', storage.clock);
    writeFileSync(path, '[default]\naws_access_key_id = sec');
    storage.clock.advance(minuteMs);
    expect(await credentials.refresh()).toBe(false);
    expect(credentials.current).toEqual(first);
    writeFileSync(path, fileOf(second));
    expect(await credentials.refresh()).toBe(false);
    storage.clock.advance(minuteMs);
    expect(await credentials.refresh()).toBe(true);
    expect(credentials.current).toEqual(second);
  });

  it('that is missing or has no such profile end the start with the path', () => {
    const path = join(directory, 'credentials');
    expect(() => new FileCredentials(path, 'default', storage.clock)).toThrow(CredentialsError);
    writeFileSync(path, fileOf(first));
    expect(() => new FileCredentials(path, 'other', storage.clock)).toThrow(`${path} has no aws_access_key_id`);
  });
});

describe('credentials of a role', () => {
  /** A service that answers each request by a function of it. */
  const serve = async (answer: (request: IncomingMessage) => string | undefined): Promise<string> => {
    const server = createServer((request, response) => {
      const text = answer(request);
      response.statusCode = text === undefined ? 404 : 200;
      response.end(text);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    ends.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  /** As a server does, in a process of its own: that of the tests finds packages by other conditions. */
  const loadOutside = async (env: Readonly<Record<string, string>>): Promise<TemporaryCredentials> => {
    const program = `import { loadRole } from '${new URL('credentials.ts', import.meta.url).href}';
      console.log(JSON.stringify(await loadRole('us-east-1')));`;
    const { stdout } = await execute(
      process.execPath,
      ['--conditions=@drive/source', '--input-type=module', '-e', program],
      { env: { PATH: process.env['PATH'], HOME: directory, AWS_CONFIG_FILE: join(directory, 'none'), ...env } },
    );
    const found = JSON.parse(stdout) as TemporaryCredentials & { readonly expiration: string };
    return { ...found, expiration: new Date(found.expiration) };
  };

  it('[P-1741] come from a service account, whose token STS exchanges', async () => {
    const token = join(directory, 'token');
    writeFileSync(token, 'the token of the service account');
    const expiration = new Date(Date.now() + hourMs).toISOString();
    const sts = await serve(
      () =>
        `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
         <Credentials><AccessKeyId>first</AccessKeyId><SecretAccessKey>one</SecretAccessKey>
         <SessionToken>token-1</SessionToken><Expiration>${expiration}</Expiration></Credentials>
         </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    );
    const env = {
      AWS_WEB_IDENTITY_TOKEN_FILE: token,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/drive',
      AWS_ENDPOINT_URL_STS: sts,
    };
    const found = await loadOutside(env);
    expect(found).toMatchObject({ ...first, expiration: new Date(expiration) });
    storage.credentials = first;
    await write(open(new RoleCredentials(async () => found, storage.clock)));
  });

  it('[P-1742] come from the machine, by its metadata service', async () => {
    const expiration = new Date(Date.now() + hourMs).toISOString();
    const metadata = await serve(({ method, url = '' }) => {
      if (method === 'PUT') return 'a session of the metadata service';
      if (url.endsWith('/security-credentials/')) return 'drive';
      if (!url.endsWith('/drive')) return undefined;
      const { accessKeyId, secretAccessKey, sessionToken } = second;
      const keys = { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken };
      return JSON.stringify({ Code: 'Success', Type: 'AWS-HMAC', ...keys, Expiration: expiration });
    });
    const found = await loadOutside({ AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata });
    expect(found).toMatchObject({ ...second, expiration: new Date(expiration) });
    storage.credentials = second;
    await write(open(new RoleCredentials(async () => found, storage.clock)));
  });

  it('are renewed five minutes before they end, once for all requests, and earlier if the storage refuses them', async () => {
    const { clock } = storage;
    const loads: TemporaryCredentials[] = [];
    const load = async (): Promise<TemporaryCredentials> => {
      const found = { ...storage.credentials, expiration: new Date(clock.now() + hourMs) };
      loads.push(found);
      return found;
    };
    storage.credentials = first;
    const client = open(new RoleCredentials(load, clock));
    await Promise.all([write(client), write(client), write(client)]);
    clock.advance(54 * minuteMs);
    await write(client);
    expect(loads).toHaveLength(1);
    clock.advance(2 * minuteMs);
    await Promise.all([write(client), write(client)]);
    expect(loads).toHaveLength(2);
    storage.credentials = second;
    await write(client);
    expect(loads).toHaveLength(3);
  });

  it('are used until they end while they cannot be renewed, and then the request fails and says why', async () => {
    const clock = createTestClock();
    let isDown = false;
    const credentials = new RoleCredentials(async () => {
      if (isDown) throw new Error('STS does not answer');
      return { ...first, expiration: new Date(clock.now() + hourMs) };
    }, clock);
    await credentials.refresh();
    isDown = true;
    clock.advance(58 * minuteMs);
    expect(await credentials.refresh()).toBe(false);
    clock.advance(3 * minuteMs);
    await expect(open(credentials).head('a')).rejects.toMatchObject({
      name: 'S3Error',
      code: 'NoCredentials',
      message: 'The role gives no credentials: STS does not answer',
    });
    isDown = false;
    expect(await credentials.refresh()).toBe(false);
  });
});

describe('without the package of the AWS SDK', () => {
  it('a role ends the start with the name of the package', async () => {
    const isMissing = () => Promise.reject(new Error("Cannot find package '@aws-sdk/credential-providers'"));
    await expect(loadRole('us-east-1', isMissing)).rejects.toThrow('needs the package @aws-sdk/credential-providers');
  });
});
