import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { MailFrequency, Notification, NotificationPage } from '@drive/contract';
import { startSmtp, type TestSmtp } from '@drive/mail/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type TestUser } from '../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';
import { driveForEachTest, drive, mine, user } from '../../../test/use-drive.ts';

let smtp: TestSmtp;
driveForEachTest(async () => {
  smtp = await startSmtp();
  return startDrive({
    mailer: smtp.mailer(),
    settings: { FEATURE_LIMITS: 'off', SHARE_FEEDBACK: 'on', FREE_QUOTA_BYTES: '1000' },
  });
});
afterEach(() => smtp.close());

let giver: TestUser;
let theirs: SharedApi;
beforeEach(async () => {
  giver = await drive.createUser();
  theirs = sharedApi(drive, giver);
});

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function list(of: SharedApi = mine): Promise<NotificationPage> {
  const { status, body } = await of.call('GET', '/api/notifications');
  expect(status).toBe(200);
  return body as NotificationPage;
}
const told = async (of?: SharedApi): Promise<readonly Notification[]> => (await list(of)).notifications;
const choose = async (mail: MailFrequency): Promise<void> => {
  const { status, body } = await mine.call('PATCH', '/api/me', { notifications: { mail } });
  expect([status, body.notifications]).toEqual([200, { mail }]);
};
async function give(folder: string, more: object = {}): Promise<void> {
  const grants = [{ userId: await idOf(user), role: 'editor' }];
  expect((await theirs.call('POST', `/api/files/${folder}/access`, { grants, ...more })).status).toBe(201);
}
async function send(token: string, fileName: string): Promise<void> {
  const wanted = { fileName, contentType: 'text/plain', sizeBytes: 5, uploaderName: 'Ada' };
  const reserved = await drive.fetch(`/api/public/collect/${token}/uploads`, { method: 'POST', json: wanted });
  const { uploadUrl } = (await reserved.json()) as { uploadUrl: string };
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'hello' })).status).toBe(200);
}
const comment = async (token: string, authorName: string): Promise<void> => {
  const json = { body: 'nice', authorName };
  expect((await drive.fetch(`/api/public/share/${token}/comments`, { method: 'POST', json })).status).toBe(201);
};
const subjects = (): readonly string[] => smtp.mails.map(({ mail }) => mail.subject ?? '');
const headerOf = (name: string): string =>
  String(smtp.mails.at(-1)?.mail.headerLines.find(({ key }) => key === name)?.line);

describe('a notification', () => {
  it('[P-1375] tells of access, files, comments, links that end and a full quota', async () => {
    const folder = await theirs.folder('Projects');
    await give(folder);
    const { body } = await mine.call('POST', '/api/collections', { name: 'Invoices' });
    await send(body.token, 'a.txt');
    await send(body.token, 'b.txt');
    const file = await mine.put('report.pdf', 'x'.repeat(900));
    const { shareToken } = await mine.shareFile(file, { commentsEnabled: true, expiresInDays: 7 });
    await comment(shareToken, 'Grace');
    await comment(shareToken, 'Linus');
    drive.clock.advance(4 * dayMs + hourMs);
    await drive.drain();
    const all = await told();
    const by = (type: string): Notification | undefined => all.find((each) => each.type === type);
    expect(all.map(({ type }) => type).toSorted()).toEqual([
      'access_given',
      'comment',
      'file_arrived',
      'link_expiring',
      'quota',
    ]);
    expect(by('access_given')).toMatchObject({
      item: { id: folder, name: 'Projects' },
      actor: { id: await idOf(giver), deleted: false },
      details: { role: 'editor' },
      count: 1,
      readAt: null,
    });
    expect(by('file_arrived')).toMatchObject({
      item: { name: 'b.txt' },
      actor: null,
      details: { linkName: 'Invoices', visitor: 'Ada' },
      count: 2,
    });
    expect(by('comment')).toMatchObject({
      item: { id: file, name: 'report.pdf' },
      details: { visitor: 'Linus' },
      count: 2,
    });
    expect(by('link_expiring')).toMatchObject({ item: { id: file }, actor: null });
    expect(by('quota')).toMatchObject({ item: null, details: { usedBytes: 910, quotaBytes: 1000 } });
    // Once for each, however often the jobs run, read or not.
    for (let hour = 0; hour < 3; hour += 1) {
      drive.clock.advance(hourMs);
      await drive.drain();
    }
    expect(await told()).toHaveLength(5);
    await mine.call('POST', '/api/notifications/read', { all: true });
    drive.clock.advance(hourMs);
    await drive.drain();
    expect((await list()).unread).toBe(0);
    await comment(shareToken, 'Barbara');
    const comments = (await told()).filter(({ type }) => type === 'comment');
    expect(comments.map(({ count, readAt }) => [count, readAt === null])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('tells again of a full quota once it was not full', async () => {
    const file = await mine.put('report.pdf', 'x'.repeat(950));
    const hour = async (): Promise<void> => {
      drive.clock.advance(hourMs);
      await drive.drain();
    };
    await hour();
    await mine.trash(file);
    await mine.purge(file);
    await hour();
    await mine.put('again.pdf', 'x'.repeat(950));
    await hour();
    expect((await told()).map(({ type }) => type)).toEqual(['quota', 'quota']);
  });

  it('[P-1782] tells the managers of a team drive once that it is nearly full, and again after it was not', async () => {
    const admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    const { body: team } = await admin.call('POST', '/api/drives', { name: 'Design', quotaBytes: 1000 });
    const grants = [
      { userId: await idOf(user), role: 'manager' },
      { userId: await idOf(giver), role: 'editor' },
    ];
    await admin.call('POST', `/api/files/${team.rootId}/access`, { grants, notify: false });
    await mine.call('PATCH', '/api/me', { language: 'de' });
    const hour = async (): Promise<void> => {
      drive.clock.advance(hourMs);
      await drive.drain();
    };
    const file = await mine.put('report.pdf', 'x'.repeat(900), { in: team.rootId });
    for (let again = 0; again < 3; again += 1) await hour();
    const [first, ...more] = await told(admin);
    expect([first, more]).toMatchObject([
      {
        type: 'quota',
        item: { id: team.rootId, name: 'Design' },
        details: { usedBytes: 900, quotaBytes: 1000 },
      },
      [],
    ]);
    expect([(await told()).length, await told(theirs)]).toEqual([1, []]);
    expect(subjects().toSorted()).toEqual([
      '900 Bytes von den 1.000 Bytes von Design sind belegt',
      '900 bytes of the 1,000 bytes of Design are used',
    ]);
    await mine.trash(file);
    await mine.purge(file);
    await hour();
    await mine.put('again.pdf', 'x'.repeat(950), { in: team.rootId });
    await hour();
    expect((await told(admin)).map(({ type }) => type)).toEqual(['quota', 'quota']);
    // Nobody is told of a drive without a quota, or of one that is deleted.
    await admin.call('PATCH', `/api/drives/${team.id}`, { quotaBytes: null });
    await hour();
    await admin.call('PATCH', `/api/drives/${team.id}`, { quotaBytes: 1000 });
    await admin.call('DELETE', `/api/drives/${team.id}`);
    await hour();
    expect(await told(admin)).toHaveLength(2);
  });

  it('names the item of a further link that ends, and is not of one whose item is in the trash', async () => {
    const folder = await mine.folder('Trashed');
    const [file, trashed] = [await mine.put('a.txt', 'a'), await mine.put('b.txt', 'b')];
    const below = await mine.put('c.txt', 'c', { in: folder });
    for (const id of [file, trashed, below])
      for (const [path, status] of Object.entries({ share: 200, links: 201 }))
        expect((await mine.call('POST', `/api/files/${id}/${path}`, { expiresInDays: 7 })).status).toBe(status);
    for (const id of [trashed, folder]) await mine.trash(id);
    drive.clock.advance(4 * dayMs + hourMs);
    await drive.drain();
    const ending = (await told()).filter(({ type }) => type === 'link_expiring');
    expect(ending.map(({ item }) => item?.id)).toEqual([file, file]);
  });

  it('is of no file request and no proofing whose folder is in the trash or belongs to somebody else now', async () => {
    const admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    const { rootId } = (await admin.call('POST', '/api/drives', { name: 'Design' })).body;
    const grants = [{ userId: await idOf(user), role: 'editor' }];
    await admin.call('POST', `/api/files/${rootId}/access`, { grants, notify: false });
    const folders: string[] = [];
    const above = await admin.folder('Above', rootId as string);
    for (const [name, parentId] of [
      ['Kept', rootId],
      ['Trashed', rootId],
      ['Taken', rootId],
      ['Below', above],
    ]) {
      const folderId = await admin.folder(name, parentId as string);
      folders.push(folderId);
      for (const kind of ['collections', 'proofings'])
        expect((await admin.call('POST', `/api/${kind}`, { name, folderId, expiresInDays: 7 })).status).toBe(201);
    }
    const [kept, trashed = '', taken = ''] = folders;
    for (const id of [trashed, above]) await admin.trash(id);
    const parentId = await mine.folder('Mine');
    expect((await mine.patch(taken, { parentId, name: 'Lawyers' })).status).toBe(200);
    drive.clock.advance(4 * dayMs + hourMs);
    await drive.drain();
    const ending = (await told(admin)).filter(({ type }) => type === 'link_expiring');
    expect(ending.map(({ item }) => item?.id)).toEqual([kept, kept]);
  });

  it('tells of a link of a team drive though many of other drives, which nobody manages, end before', async () => {
    const admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    const link = async (name: string) => {
      const { body } = await admin.call('POST', '/api/drives', { name });
      const folder = await admin.folder('Plans', body.rootId as string);
      await admin.shareFolder(folder, { expiresInDays: 7 });
      return folder;
    };
    await link('Left');
    await drive.database.write(async (tx) => {
      const { row_id: _, ...row } = await tx.selectFrom('shares').selectAll().executeTakeFirstOrThrow();
      const copies = Array.from({ length: 100 }, (_each, index) => `copy-${index}`);
      for (const token of copies)
        await tx
          .insertInto('shares')
          .values({ ...row, token, item_id: null, created_by: null })
          .execute();
      await tx.deleteFrom('access_grants').execute();
    });
    const folder = await link('Design');
    drive.clock.advance(4 * dayMs + hourMs);
    await drive.drain();
    expect((await told(admin)).map(({ type, item }) => [type, item?.id])).toContainEqual(['link_expiring', folder]);
  });

  it('is neither of what the user did nor, with notify false, of access', async () => {
    const folder = await theirs.folder('Projects');
    await give(folder, { notify: false });
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'a'), { commentsEnabled: true });
    const own = { method: 'POST', key: user.key, json: { body: 'mine' } };
    expect((await drive.fetch(`/api/public/share/${shareToken}/comments`, own)).status).toBe(201);
    expect(await told()).toEqual([]);
    await drive.drain();
    expect(smtp.mails).toEqual([]);
  });

  it('tells the members of a group', async () => {
    const admin = sharedApi(drive, await drive.createUser({ isAdmin: true }));
    const { body: group } = await admin.call('POST', '/api/admin/groups', { name: 'Design' });
    for (const member of [user, giver])
      expect((await admin.call('PUT', `/api/admin/groups/${group.id}/members/${await idOf(member)}`)).status).toBe(200);
    const folder = await theirs.folder('Projects');
    const grants = [{ groupId: group.id, role: 'viewer' }];
    expect((await theirs.call('POST', `/api/files/${folder}/access`, { grants })).status).toBe(201);
    expect((await told()).map(({ type }) => type)).toEqual(['access_given']);
    expect(await told(theirs)).toEqual([]);
  });

  it('[P-1378] is seen and read by its user only, and erased with the account', async () => {
    await give(await theirs.folder('Projects'));
    const [{ id } = { id: '' }] = await told();
    expect(await told(theirs)).toEqual([]);
    expect(await theirs.call('POST', '/api/notifications/read', { ids: [id] })).toEqual({
      status: 200,
      body: { unread: 0 },
    });
    expect((await list()).unread).toBe(1);
    const { body } = await mine.call('POST', '/api/me/api-keys', { folderId: await mine.folder('Only') });
    expect((await drive.fetch('/api/notifications', { key: body.rawKey })).status).toBe(403);
    const admin = await drive.createUser({ isAdmin: true });
    await drive.fetch(`/api/admin/users/${await idOf(user)}`, { method: 'DELETE', key: admin.key });
    await drive.drain();
    expect(await drive.database.reader.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  it('names the item as it was when the user could see it', async () => {
    const folder = await theirs.folder('Projects');
    await give(folder);
    const { body } = await theirs.call('GET', `/api/files/${folder}/access`);
    await theirs.call('DELETE', `/api/files/${folder}/access/${body.access[0].id}`);
    await theirs.patch(folder, { name: 'Secret' });
    expect((await told())[0]?.item?.name).toBe('Projects');
  });
});

describe('an email about others', () => {
  it('[P-1376] comes at once, daily or never, as the user chose', async () => {
    const { body } = await mine.call('POST', '/api/collections', { name: 'Invoices' });
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'a'), { commentsEnabled: true });
    const happen = async (name: string): Promise<void> => {
      await give(await theirs.folder(name));
      await send(body.token, `${name}.txt`);
      await comment(shareToken, name);
    };
    await happen('One');
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    const giverName = giver.email;
    expect(subjects().toSorted()).toEqual(
      [`${giverName} gave you access to One`, '1 comment on a.txt, the last by One', '1 file for Invoices'].toSorted(),
    );
    await mine.call('POST', '/api/notifications/read', { all: true });
    smtp.mails.length = 0;

    await choose('daily');
    await happen('Two');
    drive.clock.advance(hourMs);
    await drive.drain();
    expect(subjects()).toEqual([]);
    drive.clock.advance(dayMs);
    await drive.drain();
    expect(subjects()).toEqual(['3 notifications on Drive']);
    expect(smtp.mails[0]?.mail.text).toContain(`${giverName} gave you access to Two`);
    expect(smtp.mails[0]?.mail.text).toContain('1 file for Invoices');
    await mine.call('POST', '/api/notifications/read', { all: true });
    smtp.mails.length = 0;

    await choose('never');
    await happen('Three');
    drive.clock.advance(2 * dayMs);
    await drive.drain();
    expect(subjects()).toEqual([]);
    expect((await list()).unread).toBe(3);
    // What was not to be mailed is not mailed later.
    await choose('now');
    await comment(shareToken, 'Four');
    drive.clock.advance(hourMs);
    await drive.drain();
    expect(subjects()).toHaveLength(1);
  });

  it('is followed by another one if it cannot name everything', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'a'), { commentsEnabled: true });
    await comment(shareToken, 'Ada');
    await drive.database.write(async (tx) => {
      const row = await tx.selectFrom('notifications').selectAll().executeTakeFirstOrThrow();
      const { row_id: _, ...copied } = row;
      for (let index = 0; index < 60; index += 1)
        await tx
          .insertInto('notifications')
          .values({ ...copied, id: `copy-${index}`, about: null })
          .execute();
    });
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    expect(subjects()).toEqual(['50 notifications on Drive', '11 notifications on Drive']);
  });

  it('is in the language of its reader', async () => {
    await mine.call('PATCH', '/api/me', { language: 'de' });
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'a'), { commentsEnabled: true });
    await comment(shareToken, 'Ada');
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    expect(subjects()).toEqual(['1 Kommentar zu a.txt, zuletzt: Ada']);
    expect(smtp.mails[0]?.mail.text?.replaceAll('\n', ' ')).toContain('In deinem Konto legst du fest');
  });

  it('[P-1377] is turned off by one POST to the URL in its header, without a sign-in', async () => {
    const { shareToken } = await mine.shareFile(await mine.put('a.txt', 'a'), { commentsEnabled: true });
    await comment(shareToken, 'Ada');
    drive.clock.advance(5 * minuteMs);
    await drive.drain();
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const url = new URL(/<(.+)>/.exec(headerOf('list-unsubscribe').replaceAll(/\s/g, ''))?.[1] ?? '');
    const path = `${url.pathname}${url.search}`;
    const shown = await drive.fetch(path);
    expect([shown.status, (await shown.text()).includes('Turn off emails')]).toEqual([200, true]);
    expect((await mine.call('GET', '/api/me')).body.notifications).toEqual({ mail: 'now' });
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await drive.fetch(path, { method: 'POST', body: oneClick })).status).toBe(200);
    expect((await mine.call('GET', '/api/me')).body.notifications).toEqual({ mail: 'never' });
    const forged = await drive.fetch(`${path.slice(0, -3)}AAA`, { method: 'POST', body: oneClick });
    expect(forged.status).toBe(403);
  });
});

it('emails are in DRIVE_LANGUAGE for those who have chosen no language', async () => {
  const german = await startDrive({ mailer: smtp.mailer(), settings: { LANGUAGE: 'de' } });
  try {
    const { email } = await german.createUser();
    await german.fetch('/api/auth/password/forgot', { method: 'POST', json: { email } });
    await german.drain();
    expect(subjects()).toEqual(['Neues Passwort für Drive']);
  } finally {
    await german.close();
  }
});
