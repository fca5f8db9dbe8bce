import { dayMs, hourMs, minuteMs } from '@drive/base';
import type { StatsHistory } from '@drive/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webhookApi } from '../../../test/api/webhook-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { startReceiver, toReceivers } from '../../../test/network/receivers.ts';
import { sharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
beforeEach(async () => {
  drive = await startDrive();
  admin = await drive.createUser({ isAdmin: true });
  // The clock of the tests does not start at a full hour.
  drive.clock.advance(hourMs - (drive.clock.now() % hourMs));
  await drive.drain();
});
afterEach(() => drive.close());

async function read(days = 7): Promise<StatsHistory> {
  const response = await drive.fetch(`/api/admin/stats/history?days=${days}`, { key: admin.key });
  expect(response.status).toBe(200);
  return (await response.json()) as StatsHistory;
}
async function pass(ms: number): Promise<void> {
  drive.clock.advance(ms);
  await drive.drain();
}
const isoOf = (time: number): string => new Date(time).toISOString();

it('the state is sampled, and the last sample of an hour stays', async () => {
  const start = drive.clock.now();
  await pass(30 * minuteMs);
  await sharedApi(drive, await drive.createUser()).file('a.bin', { bytes: 1000 });
  await pass(20 * minuteMs);
  await drive.createUser();
  await pass(hourMs);
  const { stepSeconds, points } = await read(1);
  expect(stepSeconds).toBe(3600);
  const [first, second] = points.slice(-2);
  expect(first).toMatchObject({ at: isoOf(start), users: 2, files: 1, storedBytes: 1000, failedJobs: 0 });
  expect(second).toMatchObject({ at: isoOf(start + hourMs), users: 3 });
  expect(first?.freeBytes).toBeGreaterThan(0);
});

it('the bytes of requests are added to their hour, also by a server that stops', async () => {
  const start = drive.clock.now();
  const api = sharedApi(drive, await drive.createUser());
  await api.file('a.bin', { bytes: 50_000 });
  await drive.restart();
  await pass(hourMs);
  const at = async (time: number): Promise<StatsHistory['points'][number] | undefined> =>
    (await read(1)).points.find((point) => point.at === isoOf(time));
  const before = await at(start);
  expect(before?.receivedBytes).toBeGreaterThan(50_000);
  expect(before?.receivedBytes).toBeLessThan(60_000);
  await drive.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } });
  await pass(15 * minuteMs);
  expect((await at(start + hourMs))?.sentBytes).toBeGreaterThan(500_000);
  expect(await at(start)).toEqual(before);
});

it('an hour in which the server did not run has no point', async () => {
  await pass(15 * minuteMs);
  const last = drive.clock.now();
  await pass(5 * hourMs);
  const times = (await read(1)).points.map(({ at }) => Date.parse(at));
  expect(times.filter((time) => time > last && time < last + 4 * hourMs)).toEqual([]);
  expect(times.at(-1)).toBeGreaterThan(last + 4 * hourMs);
});

it('longer histories have longer periods: counts are added up, the last state counts', async () => {
  drive.clock.advance(dayMs - (drive.clock.now() % dayMs));
  const start = drive.clock.now();
  for (let hours = 0; hours < 3; hours += 1) {
    await drive.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } });
    await drive.createUser();
    await pass(hourMs);
  }
  const byHour = await read(7);
  const sent = byHour.points
    .filter(({ at }) => Date.parse(at) >= start)
    .reduce((sum, point) => sum + point.sentBytes, 0);
  for (const [days, hours] of [
    [30, 6],
    [90, 24],
  ] as const) {
    const { stepSeconds, points } = await read(days);
    expect(stepSeconds).toBe(hours * 3600);
    const point = points.at(-1);
    expect(point).toMatchObject({ at: isoOf(start), users: 4 });
    expect(point?.sentBytes).toBeGreaterThanOrEqual(sent);
  }
});

it('samples are kept for 90 days', async () => {
  const start = drive.clock.now();
  const hours = async (): Promise<number[]> => {
    const rows = await drive.database.reader.selectFrom('statistics_samples').select('hour_at').execute();
    return rows.map((row) => row.hour_at);
  };
  await pass(15 * minuteMs);
  await pass(89 * dayMs);
  expect(await hours()).toContain(start);
  await pass(2 * dayMs);
  const kept = await hours();
  expect(kept).not.toContain(start);
  expect(kept.length).toBeGreaterThan(0);
});

it('attempts to deliver to webhooks are counted by their outcome', async () => {
  const receiver = await startReceiver();
  const sending = await startDrive({ outbound: toReceivers });
  try {
    const user = await sending.createUser({ isAdmin: true });
    const webhooks = webhookApi(() => ({ drive: sending, user }));
    await webhooks.create(receiver.url);
    await webhooks.publish();
    await sending.drain();
    receiver.answer = 500;
    await webhooks.publish();
    await sending.drain();
    sending.clock.advance(15 * minuteMs);
    await sending.drain();
    const response = await sending.fetch('/api/admin/stats/history', { key: user.key });
    const { points } = (await response.json()) as StatsHistory;
    const sum = (name: 'deliveredAttempts' | 'failedAttempts'): number =>
      points.reduce((total, point) => total + point[name], 0);
    expect(sum('deliveredAttempts')).toBe(1);
    expect(sum('failedAttempts')).toBeGreaterThanOrEqual(1);
  } finally {
    await sending.close();
    await receiver.close();
  }
});

it('the history is for administrators, and reaches back at most 90 days', async () => {
  const { key } = await drive.createUser();
  const statusOf = async (query: string, as = admin.key): Promise<number> =>
    (await drive.fetch(`/api/admin/stats/history${query}`, { key: as })).status;
  expect(await statusOf('', key)).toBe(403);
  expect(await Promise.all(['', '?days=90', '?days=91', '?days=0', '?days=x'].map((query) => statusOf(query)))).toEqual(
    [200, 200, 400, 400, 400],
  );
});
