import { DriveClient } from '@drive/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Drive, startDrive } from '../../../../server/test/drive.ts';
import { Machine, sha256 } from '../../../test/two-way/machine.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());

it('[P-1217] a folder that is deleted here comes back if something is put into it at any moment of the run', async () => {
  const texts = new Set<string>();
  for (let at = 0, isOver = false; !isOver; at++) {
    const user = await drive.createUser();
    const client = new DriveClient({ baseUrl: drive.url, apiKey: user.key });
    const machine = new Machine({ url: () => drive.url, user, host: 'pc', now: () => Date.now() });
    machine.disk.makeFolder('f');
    machine.disk.write('f/old', Buffer.from('old'));
    expect(await machine.run()).toMatchObject({ isComplete: true });
    machine.disk.remove('f');
    isOver = true;
    const act = async (): Promise<void> => {
      isOver = false;
      const folder = await client.files.getByPath('/f').catch(() => undefined);
      // Refused if the folder is gone: then it was deleted before.
      if (folder !== undefined)
        await client.files.put('/new', new Blob(['new']), { folderId: folder.id }).then(() => texts.add(user.key));
    };
    await machine.run({ edit: { at, act } });
    for (let run = 0; run < 2; run++) expect(await machine.run()).toMatchObject({ isComplete: true });
    if (texts.has(user.key)) {
      expect(machine.disk.paths().filter((path) => !path.startsWith('.drive'))).toEqual(['f/', 'f/new']);
      expect(await client.files.getByPath('/f/new')).toMatchObject({ sha256: sha256(Buffer.from('new')) });
    } else expect(machine.disk.has('f')).toBe(false);
  }
  expect(texts.size).toBeGreaterThan(3);
});
