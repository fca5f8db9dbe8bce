import { describe, expect, inject, it } from 'vitest';
import { startDrive } from '../../test/drive.ts';

describe.runIf(inject('databaseKind') === 'postgres')('several servers', () => {
  const limit = 20;

  it('admit together exactly the limit of each tier, and tell the same remaining calls', async () => {
    const settings = { RATE_APIKEY: String(limit), RATE_AUTH: String(limit) };
    const drive = await startDrive({ settings });
    const user = await drive.createUser();
    const servers = [drive, await drive.startAnother(), await drive.startAnother()];
    const statusesOf = async (call: (server: typeof drive) => Promise<Response>) => {
      const calls = Array.from({ length: 2 * limit }, (_, index) => call(servers[index % servers.length] ?? drive));
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    const withKey = await statusesOf((server) => server.fetch('/api/files', { key: user.key }));
    expect(withKey.filter((status) => status === 200)).toHaveLength(limit);
    expect(withKey.filter((status) => status === 429)).toHaveLength(limit);

    const json = { email: 'nobody@example.com', password: 'a guess' };
    // One after the other: passwords that wait to be checked have a limit of their own.
    const signIns = [];
    for (let turn = 0; turn < 2 * limit; turn += 1) {
      const server = servers[turn % servers.length] ?? drive;
      signIns.push((await server.fetch('/api/auth/login', { method: 'POST', json })).status);
    }
    expect(signIns.filter((status) => status === 429)).toHaveLength(limit);

    drive.clock.advance(60_000);
    const remaining = [];
    for (const server of servers)
      remaining.push((await server.fetch('/api/files', { key: user.key })).headers.get('x-ratelimit-remaining'));
    expect(remaining).toEqual([limit - 1, limit - 2, limit - 3].map(String));
    await drive.close();
  });
});
