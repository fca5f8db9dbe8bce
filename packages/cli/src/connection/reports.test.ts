import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';
import { createFakeWorld } from '../../test/fake-world.ts';
import { run } from '../run.ts';

const user = useDrive({ settings: { RATE_APIKEY: '3' } });

/** Runs a command until standard error contains the text, and then interrupts it. */
async function errUntil(text: string, ...argv: string[]): Promise<string> {
  const world = createFakeWorld({ argv, home: user.home, env: user.env });
  const running = run(world);
  await vi.waitUntil(() => world.err().includes(text));
  world.interrupt();
  expect(await running).toBe(130);
  return world.err();
}

describe('a rate limit', () => {
  it('that delays a command is reported once', async () => {
    const err = await errUntil('rate limit', 'mkdir', '/a', '/b', '/c', '/d', '/e', '/f');
    expect(err.match(/^waiting up to \d+ s for the rate limit of the server$/gm)).toHaveLength(1);
  });

  it('used up by earlier commands is reported with the time of the next attempt', async () => {
    for (let call = 0; call < 3; call++) await user.on('whoami');
    expect(await errUntil('trying again', 'whoami')).toMatch(/^trying again in \d+ s: /);
    expect(await user.on('whoami', '--retries', '0')).toMatchObject({ code: 7 });
  });
});

describe('requests', () => {
  it('are shown with --debug, without secrets', async () => {
    await user.put('/a.txt', 'hello');
    const { err } = await user.on('download', '/a.txt', '--debug');
    expect(err).toMatch(/^debug: GET \/api\/files\/by-path 200 in \d+ ms \(request \S+\)$/m);
    expect(err).toMatch(/^debug: GET \/files\/\S* 200 in \d+ ms/m);
    expect(err).not.toContain('svc_');
    expect(err).not.toMatch(/\?|token=/);
  });

  it('are shown with DRIVE_LOG=debug, as JSON with --json', async () => {
    const { out, err } = await user.with({ env: { DRIVE_LOG: 'debug' } }, 'whoami', '--json');
    expect(JSON.parse(out)).toHaveProperty('email');
    expect(
      err
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([{ level: 'debug', message: expect.stringContaining('GET /api/') as string }]);
    expect((await user.on('whoami')).err).toBe('');
  });

  it('may take as long as --timeout says', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const env = { DRIVE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    expect(await user.with({ env }, 'whoami', '--timeout', '50ms', '--retries', '0')).toMatchObject({ code: 7 });
    silent.closeAllConnections();
    silent.close();
    expect(await user.on('whoami', '--timeout', 'soon')).toMatchObject({ code: 2 });
  });
});

describe('the environment', () => {
  it('names the server by DRIVE_URL before DRIVE_BASE_URL, and the profile by DRIVE_PROFILE', async () => {
    const url = user.drive.url;
    const env = { DRIVE_URL: url, DRIVE_BASE_URL: 'http://127.0.0.1:1' };
    expect(await user.with({ env }, 'whoami')).toMatchObject({ code: 0 });
    expect(await user.with({ env: { DRIVE_PROFILE: 'work' } }, 'whoami')).toMatchObject({
      code: 5,
      err: expect.stringContaining('there is no profile work') as string,
    });
  });

  it('enables colors by FORCE_COLOR without a terminal', async () => {
    const { err } = await user.with({ env: { FORCE_COLOR: '1' } }, 'ls', '/missing');
    expect(err).toContain('\u001b[31merror: ');
    expect((await user.on('ls', '/missing')).err).not.toContain('\u001b');
  });
});
