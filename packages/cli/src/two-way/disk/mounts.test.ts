import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Drive, startDrive } from '../../../../server/test/drive.ts';
import { Machine } from '../../../test/two-way/machine.ts';
import { mountsBelow } from './mounts.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());

it('finds the mounts in a folder', () => {
  const info = [
    '22 28 0:21 / /proc rw,nosuid - proc proc rw',
    '36 28 8:1 / /home/me/Drive rw,noatime shared:1 - ext4 /dev/sda1 rw',
    String.raw`40 36 8:2 /data /home/me/Drive/My\040photos rw - ext4 /dev/sdb1 rw`,
    '41 36 8:1 /etc/hosts /home/me/Drive/sub/hosts rw - ext4 /dev/sda1 rw',
    '42 28 8:3 / /home/me/Drive2 rw - ext4 /dev/sdc1 rw',
    '',
  ].join('\n');
  expect([...mountsBelow('/home/me/Drive', info)]).toEqual(['/home/me/Drive/My photos', '/home/me/Drive/sub/hosts']);
  expect(mountsBelow('/', info).size).toBe(5);
});

it('another disk in the folder is left alone on both sides, and nothing of it is deleted while it is not mounted', async () => {
  const user = await drive.createUser();
  const client = new DriveClient({ baseUrl: drive.url, apiKey: user.key });
  const machine = new Machine({ url: () => drive.url, user, host: 'pc', now: () => Date.now() });
  const { disk } = machine;
  const run = async (): Promise<string[]> => {
    const { isComplete, steps } = await machine.run();
    expect(isComplete).toBe(true);
    return steps.map(({ action, side, path }) => `${action} ${side} ${path}`);
  };
  disk.makeFolder('photos');
  disk.write('photos/a', Buffer.from('a'));
  disk.write('b', Buffer.from('b'));
  await run();
  disk.mounts.add('photos');
  disk.write('photos/mine', Buffer.from('mine'));
  disk.write('c', Buffer.from('c'));
  expect(await run()).toEqual(['upload server c']);
  await client.files.put('/photos/there', new Blob(['there']));
  await client.files.trash((await client.files.getByPath('/photos/a')).id);
  expect(await run()).toEqual([]);
  expect(disk.paths('photos').toSorted()).toEqual(['photos/a', 'photos/mine']);
  // After the unmount, the folder that the mount had hidden is removed.
  disk.mounts.clear();
  disk.remove('photos/a');
  disk.remove('photos/mine');
  expect(await run()).toEqual(['download here photos/there']);
});
