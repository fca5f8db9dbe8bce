import { DriveClient, type MemberRole } from '@drive/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../server/test/drive.ts';
import { useDrive } from '../../../test/drive-user.ts';
import { listFiles } from '../../../test/list-files.ts';

const at = useDrive({ settings: { TEAM_DRIVES: 'everyone', FEATURE_LIMITS: 'off' } });
const { here: path, write, read } = at;

/** The owner of a folder, who gives roles on it. */
let other: TestUser;
let theirs: DriveClient;
beforeEach(async () => {
  other = await at.drive.createUser();
  theirs = new DriveClient({ baseUrl: at.drive.url, apiKey: other.key });
  await theirs.account.update({ name: `Ada ${other.userId}` });
});

interface Place {
  readonly remote: string;
  /** Id of the folder that `remote` names. */
  readonly folderId: string;
  /** Gives the role, and ends it. */
  give(role: MemberRole): Promise<void>;
  end(): Promise<void>;
}

async function placeOf(remote: string, folderId: string, topId: string): Promise<Place> {
  const { email } = at.user;
  const find = async () => (await theirs.access.list(topId)).access.find(({ principal }) => principal.email === email);
  return {
    remote,
    folderId,
    async give(role) {
      const known = await find();
      if (known === undefined) await theirs.access.give(topId, { grants: [{ email, role }], notify: false });
      else await theirs.access.change(topId, known.id, role);
    },
    async end() {
      await theirs.access.revoke(topId, (await find())!.id);
    },
  };
}

const places = {
  'a team drive': async () => {
    const { name, rootId } = await theirs.drives.create({ name: `Team ${other.userId}` });
    return placeOf(`${name}:/`, rootId, rootId);
  },
  'a folder of a team drive': async () => {
    const { name, rootId } = await theirs.drives.create({ name: `Team ${other.userId}` });
    const { id } = await theirs.files.createFolder({ name: 'Plans', parentId: rootId });
    return placeOf(`${name}:/Plans`, id, rootId);
  },
  'a folder that somebody shares': async () => {
    const { id } = await theirs.files.createFolder({ name: 'Plans' });
    return placeOf(`Shared:/Ada ${other.userId}/Plans`, id, id);
  },
} as const;

const files = (): string[] => listFiles(path('in')).filter((name) => !name.startsWith('.drive-trash'));
const sync = (remote: string, ...argv: string[]) => at.on('sync', '--two-way', 'in', remote, ...argv);

describe.each(Object.entries(places))('sync --two-way with %s', (_, begin) => {
  it('[P-1785] makes the changes of each side on the other one', async () => {
    const { remote, folderId, give } = await begin();
    await give('editor');
    await theirs.files.put('/there.txt', new Blob(['there']), { folderId });
    write('in/sub/here.txt', 'here');
    expect(await sync(remote)).toMatchObject({ code: 0 });
    expect(files()).toEqual(['sub/', 'sub/here.txt', 'there.txt']);
    const { id } = await theirs.files.getByPath('/sub/here.txt', { folderId });
    await theirs.files.update(id, { name: 'renamed.txt', parentId: folderId });
    await theirs.files.put('/there.txt', new Blob(['changed there']), { folderId, onConflict: 'replace' });
    write('in/new.txt', 'new');
    const { code, out } = await sync(remote);
    expect([code, out.split('\n').filter(Boolean).toSorted()]).toEqual([
      0,
      [
        'here   download      there.txt',
        'here   move          sub/here.txt -> renamed.txt',
        'server upload        new.txt',
      ],
    ]);
    expect(read('in/there.txt')).toBe('changed there');
    await theirs.files.trash(id);
    expect(await sync(remote)).toMatchObject({ code: 0, out: 'here   delete        renamed.txt\n' });
    expect(await sync(remote)).toMatchObject({ code: 0, out: '' });
  });

  it('[P-1786] deletes nothing here once the role has ended, and says why', async () => {
    const { remote, folderId, give, end } = await begin();
    await give('editor');
    for (const name of ['a.txt', 'b.txt']) await theirs.files.put(`/${name}`, new Blob([name]), { folderId });
    await sync(remote);
    await end();
    for (const more of [[], ['--yes']]) {
      const { code, out, err } = await sync(remote, ...more);
      expect([code, out]).toEqual([5, '']);
      expect(err).toContain('is closed to you now: nothing was changed');
      expect(files()).toEqual(['a.txt', 'b.txt']);
    }
    await give('viewer');
    await theirs.files.put('/c.txt', new Blob(['c']), { folderId });
    expect(await sync(remote)).toMatchObject({ code: 0, out: 'here   download      c.txt\n' });
    write('in/mine.txt', 'mine');
    const refused = await sync(remote);
    expect([refused.code, files()]).toEqual([4, ['a.txt', 'b.txt', 'c.txt', 'mine.txt']]);
    expect(refused.err).toContain('contributor');
    await give('editor');
    expect(await sync(remote)).toMatchObject({ code: 0, out: 'server upload        mine.txt\n' });
  });
});
