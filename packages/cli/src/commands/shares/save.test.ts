import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive();
const { on, put, grow, all } = me;

it('[P-1863] copies what a link shares to a folder of the own drive, and explains why it cannot', async () => {
  await grow('/Trip/Day/', '/Received/');
  await put('/Trip/plan.txt', 'to the sea');
  const { id } = await me.client().files.getByPath('/Trip');
  const { shortUrl, shareToken } = await me.client().shares.createForFolder(id);
  expect(await on('save', shortUrl, '/Received')).toEqual({ code: 0, out: '', err: 'saved 1 item to /Received\n' });
  expect(await on('save', shortUrl)).toMatchObject({ code: 0 });
  expect((await all()).toSorted()).toEqual([
    '/Received',
    '/Received/Trip',
    '/Received/Trip/Day',
    '/Received/Trip/plan.txt',
    '/Trip',
    '/Trip (1)',
    '/Trip (1)/Day',
    '/Trip (1)/plan.txt',
    '/Trip/Day',
    '/Trip/plan.txt',
  ]);
  expect((await me.client().shares.get(shareToken)).downloadCount).toBe(2);
  await me.client().shares.setPassword({ token: shareToken }, 'open sesame');
  expect(await on('save', shortUrl)).toMatchObject({
    code: expect.any(Number),
    err: expect.stringContaining('needs a password'),
  });
  expect(await on('save', '/Trip')).toMatchObject({ code: 2, err: expect.stringContaining('is not a share link') });
  expect(await on('save', shortUrl, '/Trip/plan.txt')).toMatchObject({
    err: expect.stringContaining('/Trip/plan.txt'),
  });
});
