import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../test/expect-failure.ts';
import { json, keyOf, refusal, serve } from '../test/scripted-server.ts';
import { AuthenticationError, DriveClient, DriveError, isDriveError } from './index.ts';
import { putFile, uploadPath } from './node/index.ts';

const me = { id: 'x', email: 'ada@example.com' };
const ok = json(200, me);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('two copies of the package in one program', () => {
  it('recognize the errors and the clients of each other', async () => {
    const { url } = await serve(refusal(409, 'name_conflict'));
    vi.resetModules();
    const other = await import('./index.ts');
    const client = new other.DriveClient({ baseUrl: url });
    const error: unknown = await client.files.createFolder({ name: 'a' }).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(DriveError);
    expect(isDriveError(error)).toBe(true);
    expect([isDriveError(error, 'name_conflict'), isDriveError(error, 'not_found')]).toEqual([true, false]);
    expect([isDriveError(new Error('x')), isDriveError(null), isDriveError('x')]).toEqual([false, false, false]);
    await expect(uploadPath(client, import.meta.filename)).rejects.toSatisfy((thrown) =>
      isDriveError(thrown, 'name_conflict'),
    );
    await expect(uploadPath({} as DriveClient, import.meta.filename)).rejects.toThrow('must be a DriveClient');
  });

  it('repeat a failed attempt to store a file that is not there', async () => {
    const { url, seen } = await serve(
      refusal(503, 'unavailable', { 'retry-after': '0' }),
      refusal(404, 'file_not_found'),
      json(201, { id: 'x' }),
    );
    vi.resetModules();
    const other = await import('./index.ts');
    const client = new other.DriveClient({ baseUrl: url });
    expect(await putFile(client, '/a.txt', import.meta.filename)).toEqual({ id: 'x' });
    expect(seen.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT']);
  });
});

describe('a client', () => {
  it('reads missing options from the environment and ignores empty values', async () => {
    const { url, seen } = await serve(ok);
    vi.stubEnv('DRIVE_BASE_URL', `${url}/`);
    vi.stubEnv('DRIVE_API_KEY', `${keyOf('environment')}\n`);
    await new DriveClient().account.me();
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${keyOf('environment')}`);
    await new DriveClient({ apiKey: null }).account.me();
    expect(seen[1]?.headers.authorization).toBeUndefined();
    vi.stubEnv('DRIVE_API_KEY', '');
    await new DriveClient().account.me();
    expect(seen[2]?.headers.authorization).toBeUndefined();
  });

  it('uses the origin of the page in a browser', async () => {
    const { url, seen } = await serve(ok);
    vi.stubEnv('DRIVE_BASE_URL', '');
    vi.stubGlobal('location', { origin: url });
    await new DriveClient().account.me();
    expect(seen).toHaveLength(1);
  });

  it('works without `process`', async () => {
    const { url } = await serve(ok);
    const { process } = globalThis;
    vi.stubGlobal('process', undefined);
    const client = new DriveClient({ baseUrl: url });
    vi.stubGlobal('process', process);
    expect(await client.account.me()).toEqual(me);
  });

  it.each([
    { baseUrl: 'drive.example.com' },
    { baseUrl: 'ftp://drive.example.com' },
    { baseUrl: 'https://drive.example.com/?a=b' },
    { timeout: 0 },
    { maxRetries: -1 },
  ])('is refused with %o', (options) => {
    expect(() => new DriveClient(options)).toThrow(DriveError);
  });

  it.each(['sk_123', 'svc_short', `${keyOf('x')}0`, keyOf('x').slice(0, -1), keyOf('ä'), 'hello world'])(
    'is refused with %j as key, which the message does not show',
    (key) => {
      const create = () => new DriveClient({ apiKey: key });
      expect(create).toThrow(/apiKey is not an API key: a key consists of svc_ and 40 letters/);
      expect(create).not.toThrow(key);
      vi.stubEnv('DRIVE_API_KEY', key);
      expect(() => new DriveClient()).toThrow(/^DRIVE_API_KEY is not an API key/);
      expect(() => new DriveClient({ apiKey: () => key })).not.toThrow();
    },
  );

  it('rejects unknown options', () => {
    expect(() => new DriveClient({ baseURL: 'https://drive.example.com' } as never)).toThrow(
      /Unknown option baseURL.*baseUrl/,
    );
    expect(() => new DriveClient('svc_key' as never)).toThrow(/Options are an object/);
  });

  it.each([
    [{ apiKey: null }, /DRIVE_API_KEY/],
    [{ apiKey: keyOf('old') }, /Create another one/],
    [{ apiKey: () => 'hello' }, /begin with svc_/],
  ])('with %o explains an authentication error', async (options, advice) => {
    const { url } = await serve(refusal(401, 'authentication_required'));
    const error = await failure(new DriveClient({ baseUrl: url, ...options }).account.me());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toMatch(advice);
  });

  it('explains a base URL that ends with /api, or has the wrong protocol', async () => {
    const { url } = await serve(refusal(404, 'not_found'));
    const tooLong = await failure(new DriveClient({ baseUrl: `${url}/api` }).account.me());
    expect(tooLong.message).toMatch(/without \/api/);
    const plain = new DriveClient({ baseUrl: url.replace('http:', 'https:'), maxRetries: 0 });
    expect((await failure(plain.account.me())).message).toMatch(/does not speak https/);
  });

  it('does not repeat a password in the base URL', () => {
    expect(() => new DriveClient({ baseUrl: 'https://ada:secret@drive.example.com' })).toThrow(/^(?!.*secret)/);
  });
});
