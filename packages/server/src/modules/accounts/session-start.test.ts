import { expect, it } from 'vitest';
import { startDrive } from '../../../test/drive.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { createSessions } from './sessions.ts';
import { findPassword } from './user-store.ts';

it('starts no session on a password that was changed while it was being checked', async () => {
  const drive = await startDrive();
  const { database, clock } = drive;
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const sessions = createSessions({
    database,
    clock,
    random: systemRandom,
    secrets: createSecrets(Buffer.alloc(32)),
    log,
  });
  const user = await drive.createUser();
  const checked = { passwordHash: (await findPassword(database.reader, user.userId)) ?? '' };
  await sessions.start(user.userId, undefined, checked);

  await drive.app.accounts.setPassword(user.email, 'another password');
  await expect(sessions.start(user.userId, undefined, checked)).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await sessions.list(user.userId)).toEqual([]);
  await drive.close();
});
