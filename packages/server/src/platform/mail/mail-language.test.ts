import { expect, it } from 'vitest';
import { putBytes } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';

driveForEachTest(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const setLanguage = async (language: string | null): Promise<void> => {
  const changed = await drive.fetch('/api/me', { method: 'PATCH', key: user.key, json: { language } });
  expect(changed.status).toBe(200);
};

async function requestReset() {
  drive.mails.length = 0;
  await drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email: user.email.toUpperCase() } });
  await drive.drain();
  return drive.mails[0];
}

it('emails are in the language that their reader has chosen, and in English otherwise', async () => {
  for (const [language, subject, code] of [
    [null, 'Set a new password for Drive', 'en'],
    ['de-AT', 'Neues Passwort für Drive', 'de'],
    ['sv', 'Set a new password for Drive', 'en'],
    ['en-GB', 'Set a new password for Drive', 'en'],
  ] as const) {
    await setLanguage(language);
    const mail = await requestReset();
    expect([language, mail?.subject]).toEqual([language, subject]);
    expect(mail?.html).toContain(`<html lang="${code}" dir="ltr">`);
  }
});

it('an email about the visitors of a user is in the language of the user, with sizes and numbers of it', async () => {
  await setLanguage('de');
  const json = { name: 'Fotos {size}' };
  const created = await drive.fetch('/api/collections', { method: 'POST', key: user.key, json });
  const { token } = (await created.json()) as { token: string };
  const bytes = Buffer.alloc(1_500_000);
  const reserved = await drive.fetch(`/api/public/collect/${token}/uploads`, {
    method: 'POST',
    json: { fileName: 'a.jpg', contentType: 'image/jpeg', sizeBytes: bytes.length, uploaderName: 'Ada' },
  });
  await putBytes((await reserved.json()) as Parameters<typeof putBytes>[0], bytes);
  drive.clock.advance(600_000);
  await drive.drain();
  expect(drive.mails[0]).toMatchObject({ to: user.email, subject: '1 Datei für Fotos {size}' });
  expect(drive.mails[0]?.text).toContain('1 Datei wurde über deine Dateianfrage Fotos {size} hochgeladen:');
  expect(drive.mails[0]?.text).toContain('a.jpg (1,4 MiB) von Ada');
});
