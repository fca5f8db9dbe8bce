import { createBaseUrl, systemRandom } from '@drive/base';
import { expect, it } from 'vitest';
import { startDrive } from '../../../../test/drive.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { findPassword } from '../users/user-store.ts';
import { Sessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { TwoFactor } from './two-factor.ts';

it('starts no session if the password was changed while it was checked', async () => {
  const drive = await startDrive();
  const { database, clock } = drive;
  const never = (): Promise<never> => Promise.reject(new Error('no password is looked at here'));
  const deps = {
    database,
    clock,
    random: systemRandom,
    secrets: createSecrets(Buffer.alloc(32)),
    audit: { record: () => Promise.resolve() },
    passwords: { hash: never, verify: never, dummyVerify: never, close: never },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  };
  const mails = { enqueue: never };
  const passkeys = { isOn: false, check: () => Promise.reject(new Error('off')), use: () => Promise.resolve(false) };
  const sessions = new Sessions({ ...deps, config: { requireSecondFactor: 'off' } });
  const signIn = new SignIn({
    ...deps,
    sessions,
    passkeys,
    config: { passwordLogin: true },
    twoFactor: new TwoFactor({
      ...deps,
      mails,
      sessions,
      passkeys,
      baseUrl: createBaseUrl(drive.url),
      requirePassword: never,
    }),
  });
  const { userId, email } = await drive.createUser();
  const checked = { userId, passwordHash: (await findPassword(database.reader, userId)) ?? '' };
  await signIn.start(checked, { userAgent: undefined });

  await drive.app.accounts.setPassword(email, 'another password');
  const late = signIn.start(checked, { userAgent: undefined });
  await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect((await sessions.list(userId, { page: 1, limit: 20 })).rows).toEqual([]);
  await drive.close();
});
