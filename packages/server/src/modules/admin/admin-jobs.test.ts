import { minuteMs } from '@drive/base';
import type { AdminJob, AdminJobPage } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';

let drive: Drive;
let admin: TestUser;
let refused = false;
beforeAll(async () => {
  drive = await startDrive({
    onMail: () => {
      if (refused) throw new Error('the mail server takes nothing today');
    },
  });
  admin = await drive.createUser({ isAdmin: true });
});
afterAll(() => drive.close());
beforeEach(() => {
  refused = false;
});

const call = async (method: string, path: string): Promise<{ status: number; body: any }> => {
  const response = await drive.fetch(`/api/admin/jobs${path}`, { method, key: admin.key });
  return { status: response.status, body: await response.json() };
};
const list = async (query = ''): Promise<AdminJobPage> => {
  const { status, body } = await call('GET', query);
  expect(status).toBe(200);
  return body as AdminJobPage;
};
const forget = (email: string) => drive.fetch('/api/auth/password/forgot', { method: 'POST', json: { email } });

/** Returns a mail job that failed for good. */
async function givenUp(user: TestUser): Promise<AdminJob> {
  refused = true;
  expect((await forget(user.email)).status).toBe(202);
  for (let tries = 0; ; tries += 1) {
    await drive.drain();
    const [job] = (await list('?state=failed')).jobs;
    if (job !== undefined) return job;
    if (tries === 100) throw new Error('it is never given up');
    drive.clock.advance(60 * minuteMs);
  }
}

it('lists jobs newest first, by state and by name, with pages', async () => {
  await drive.drain();
  const { jobs, pagination } = await list('?limit=200');
  expect(pagination).toEqual({ currentPage: 1, totalItems: jobs.length, totalPages: 1, nextCursor: null });
  expect(jobs.map(({ name }) => name)).toContain('files.trash');
  for (const job of jobs) expect(job).toMatchObject({ state: 'waiting', failedAt: null, lastError: null });
  const sweep = jobs.find(({ name }) => name === 'files.trash');
  expect((await list('?name=files.trash')).jobs).toEqual([sweep]);
  expect((await list('?name=files.trash&state=due')).jobs).toEqual([]);
  const names: string[] = [];
  for (let page = 1; names.length < jobs.length; page += 1)
    names.push(...(await list(`?limit=4&page=${page}`)).jobs.map(({ name }) => name));
  expect(names).toEqual(jobs.map(({ name }) => name));
  expect((await call('GET', '?state=gone')).status).toBe(400);
});

it('shows why a job failed, and nothing of its payload', async () => {
  const user = await drive.createUser({ email: 'secretive@example.com' });
  const job = await givenUp(user);
  expect(job).toMatchObject({ state: 'failed', lastError: 'Error: the mail server takes nothing today' });
  expect(job.failedAt).not.toBeNull();
  expect(job.attempts).toBeGreaterThan(1);
  expect(JSON.stringify(await list('?limit=200'))).not.toContain('secretive');

  // The retried job has all its attempts again.
  refused = false;
  drive.mails.length = 0;
  const { status, body } = await call('POST', `/${job.id}/retry`);
  expect([status, body]).toMatchObject([200, { id: job.id, state: 'due', attempts: 0, failedAt: null }]);
  const audit = await drive.fetch('/api/admin/audit?action=job.retried', { key: admin.key });
  expect(await audit.json()).toMatchObject({
    audit: [{ target: { kind: 'job', id: job.id }, details: { type: job.name } }],
  });
  await drive.drain();
  expect(drive.mails).toMatchObject([{ to: 'secretive@example.com' }]);
  expect(await call('POST', `/${job.id}/retry`)).toMatchObject({ status: 404, body: { code: 'job_not_found' } });
});

it('retries a failed job next to a newer one of the same type and key', async () => {
  const user = await drive.createUser();
  const job = await givenUp(user);
  refused = false;
  await forget(user.email);
  expect((await call('POST', `/${job.id}/retry`)).status).toBe(200);
  drive.mails.length = 0;
  await drive.drain();
  expect(drive.mails.length).toBeGreaterThanOrEqual(1);
  expect((await list('?state=failed')).jobs).toEqual([]);
});

it('makes a waiting job due now, and leaves a due or running one unchanged', async () => {
  const [sweep] = (await list('?name=files.trash')).jobs;
  const retry = () => call('POST', `/${sweep?.id}/retry`);
  const now = new Date(drive.clock.now()).toISOString();
  expect((await retry()).body).toMatchObject({ state: 'due', runAt: now });
  expect((await retry()).body).toMatchObject({ state: 'due', runAt: now });
  await drive.drain();
  expect((await list('?name=files.trash')).jobs).toMatchObject([{ id: sweep?.id, state: 'waiting' }]);
  await drive.database.write((tx) =>
    tx.updateTable('jobs').set({ claimed_by: 'server:x' }).where('type', '=', 'files.trash').execute(),
  );
  const [running] = (await list('?state=running')).jobs;
  expect(running).toMatchObject({ name: 'files.trash' });
  expect((await retry()).body).toEqual(running);
  await drive.database.write((tx) =>
    tx.updateTable('jobs').set({ claimed_by: null }).where('type', '=', 'files.trash').execute(),
  );
});

it('answers 404 for an unknown job', async () => {
  for (const id of ['7d0bb0a4-58a9-4ea3-9f5b-97c1a0f3c9a1', 'nonsense'])
    expect(await call('POST', `/${id}/retry`)).toMatchObject({ status: 404, body: { code: 'job_not_found' } });
});
