import type { MemberRole, TeamDrive } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';

let drive: Drive;
let boss: SharedApi;
let member: TestUser;
let theirs: SharedApi;
let team: TeamDrive;
let bossId: string;
let made = 0;

beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off' } });
});
afterAll(() => drive.close());

const idOf = async ({ email }: TestUser): Promise<string> => (await drive.app.accounts.directory.get({ email })).id;
async function give(itemId: string, role: MemberRole = 'viewer'): Promise<void> {
  const grants = [{ userId: await idOf(member), role }];
  expect((await boss.call('POST', `/api/files/${itemId}/access`, { grants, notify: false })).status).toBe(201);
}
interface Found {
  readonly paths: readonly string[];
  readonly next: string | null;
}
async function search(query: string, api = theirs): Promise<Found> {
  const { status, body } = await api.call('GET', `/api/search?${query}`);
  expect([query, status, body.code]).toEqual([query, 200, undefined]);
  return { paths: body.results.map(({ path }: { path: string }) => path), next: body.pagination.nextCursor };
}

beforeEach(async () => {
  const admin = await drive.createUser({ isAdmin: true });
  boss = sharedApi(drive, admin);
  bossId = await idOf(admin);
  member = await drive.createUser();
  theirs = sharedApi(drive, member);
  team = (await boss.call('POST', '/api/drives', { name: `Team ${(made += 1)}` })).body;
  await give(team.rootId);
  const hidden = await boss.folder('hidden plan');
  const plans = await boss.folder('plan', hidden);
  await boss.put('plan b.txt', 'b', { in: plans });
  drive.clock.advance(1000);
  const single = await boss.put('plan single.txt', 's', { in: hidden });
  await boss.put('plan unseen.txt', 'u', { in: hidden });
  drive.clock.advance(1000);
  await boss.put('plan team.txt', 't', { in: team.rootId });
  await give(plans);
  await give(single);
  drive.clock.advance(1000);
  await theirs.put('plan own.txt', 'o');
});

it('[P-1501] a search finds what the caller reaches, of all owners or of one', async () => {
  expect((await search('q=plan&sort=name')).paths).toEqual(['/plan own.txt']);
  const all = ['/plan', '/plan/plan b.txt', '/plan own.txt', '/plan single.txt', '/plan team.txt'];
  expect((await search('q=plan&owner=any&sort=name')).paths).toEqual(all);
  expect((await search('q=plan&owner=any&sort=-name')).paths).toEqual(all.toReversed());
  expect((await search(`q=plan&owner=${team.id}`)).paths).toEqual(['/plan team.txt']);
  expect((await search(`q=plan&owner=${bossId}&sort=name`)).paths).toEqual([
    '/plan',
    '/plan/plan b.txt',
    '/plan single.txt',
  ]);
  expect((await search(`q=plan&owner=${await idOf(member)}`)).paths).toEqual(['/plan own.txt']);
  expect((await search('type=file&owner=any&sort=-uploadedAt')).paths[0]).toBe('/plan own.txt');
});

it('[P-1502] a search of several trees has pages that neither skip nor repeat', async () => {
  for (const sort of ['relevance', 'name', '-createdAt', '-modifiedAt']) {
    const paths: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { paths: page, next } = await search(
        `q=plan&owner=any&limit=2&sort=${sort}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      paths.push(...page);
      cursor = next;
    }
    expect([sort, paths]).toEqual([sort, (await search(`q=plan&owner=any&sort=${sort}`)).paths]);
    expect([...new Set(paths)]).toHaveLength(5);
  }
});

it('[P-1503] a search by the time of modification takes that of the upload where there is none', async () => {
  const put = async (name: string, modifiedAt?: string): Promise<void> => {
    const query = modifiedAt === undefined ? '' : `?modifiedAt=${encodeURIComponent(modifiedAt)}`;
    const init = { method: 'PUT', key: member.key, body: 'x' };
    expect((await drive.fetch(`/files/by-path/${name}${query}`, init)).status).toBe(201);
  };
  await put('time-old.txt', '2001-01-01T00:00:00Z');
  await put('time-now.txt');
  await put('time-future.txt', '2999-01-01T00:00:00Z');
  expect((await search('q=time&sort=-modifiedAt')).paths).toEqual([
    '/time-future.txt',
    '/time-now.txt',
    '/time-old.txt',
  ]);
});

it('[P-1504] a search tells a stranger nothing of an owner, and a key for one folder searches that only', async () => {
  const stranger = sharedApi(drive, await drive.createUser());
  const answers = await Promise.all(
    [team.id, bossId, crypto.randomUUID()].map((owner) => stranger.call('GET', `/api/search?q=plan&owner=${owner}`)),
  );
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 3 }, () => [200, { results: [], pagination: { nextCursor: null } }]),
  );
  const both = await theirs.call('GET', `/api/search?q=plan&owner=any&driveId=${team.id}`);
  expect([both.status, both.body.code]).toEqual([400, 'validation_failed']);
  const folderId = await theirs.folder('Mine');
  await theirs.put('plan below.txt', 'x', { in: folderId });
  const { rawKey } = (await theirs.call('POST', '/api/me/api-keys', { folderId })).body;
  const confined = sharedApi(drive, { ...member, key: rawKey });
  expect((await search('q=plan&owner=any', confined)).paths).toEqual(['/plan below.txt']);
});
