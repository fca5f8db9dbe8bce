import type { DriveClient } from '@drive/sdk';
import { expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';
import { createFakeWorld } from '../../test/fake-world.ts';
import { createOutput } from '../output/output.ts';
import { hintAtUpdate, isNewer } from './update-hint.ts';

const user = useDrive();
const dayMs = 86_400_000;

it('names a newer version of the server once a week, to people only', async () => {
  let asked = 0;
  const config = async () => {
    asked += 1;
    return { version: '99.0.0' };
  };
  const client = { public: { config } } as unknown as DriveClient;
  const hint = async (
    day: number,
    options: { terminal?: number; env?: Record<string, string>; quiet?: boolean } = {},
  ) => {
    const { terminal = 80, env = {}, quiet = false } = options;
    const world = createFakeWorld({
      home: user.home,
      now: () => day * dayMs,
      env,
      ...(terminal === 0 ? {} : { terminal }),
    });
    await hintAtUpdate(
      { world, output: createOutput(world, { json: false, quiet, color: false }) },
      { client, url: 'https://a.test' },
    );
    return world.err();
  };
  for (const options of [{ terminal: 0 }, { env: { CI: '1' } }, { env: { DRIVE_UPDATE_HINT: 'off' } }, { quiet: true }])
    expect(await hint(10, options)).toBe('');
  expect(asked).toBe(0);
  expect(await hint(10)).toMatch(/^drive-cli 99\.0\.0 is there, this is [\d.]+: see https:\/\/a\.test\/install\n$/);
  expect([await hint(11), await hint(16.9), asked]).toEqual(['', '', 1]);
  expect(await hint(17.1)).toContain('99.0.0');
});

it('says nothing about the version of the server that this one is from, and asks it once', async () => {
  const count = (): number => user.drive.logged.filter(({ route }) => route === '/api/public/config').length;
  const before = count();
  for (let call = 0; call < 2; call++)
    expect(await user.with({ terminal: 80 }, 'whoami')).toMatchObject({ code: 0, err: '' });
  await user.on('ls');
  await expect.poll(count).toBe(before + 1);
});

it.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', false],
  ['1.1.0-rc.1', '1.0.0', false],
  ['', '1.0.0', false],
])('compares %s with %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
