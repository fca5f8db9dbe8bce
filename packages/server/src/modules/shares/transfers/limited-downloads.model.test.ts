import type { ShareDescriptor } from '@drive/contract';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { visitorOf } from '../../../../test/api/visitor-api.ts';
import { startDrive } from '../../../../test/drive.ts';
import { readSlowly } from '../../../../test/network/slow-reader.ts';
import { driveForAllTests, drive, mine } from '../../../../test/use-drive.ts';

driveForAllTests(() => startDrive({ settings: { FEATURE_LIMITS: 'off' } }));

const { addressOf } = visitorOf(() => drive);

/** So small that the system accepts all bytes of a response at once, so a client that breaks off has cost all of them. */
const size = 16_000;
const minuteMs = 60_000;

type Step =
  | { readonly kind: 'get'; readonly url: number; readonly from: number; readonly to: number; readonly breaks: boolean }
  | { readonly kind: 'pass'; readonly minutes: number };
const place = fc.oneof(fc.constantFrom(0, size - 1, Math.floor(0.875 * size)), fc.nat({ max: size - 1 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.nat({ max: 4 }), fc.oneof(fc.constant([0, size - 1]), fc.tuple(place, place)), fc.boolean())
      .map(([url, [a = 0, b = 0], breaks]) => ({
        kind: 'get' as const,
        url,
        from: Math.min(a, b),
        to: Math.max(a, b),
        breaks,
      })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((minutes) => ({ kind: 'pass' as const, minutes })) },
);

/** What one URL has delivered, counted on paper. */
interface Sheet {
  readonly address: string;
  readonly expiresAt: number;
  sent: number;
  lost: number;
  counts: boolean;
  retryUntil: number;
}

/** The rules of ADR 93 in plain arithmetic: true if the response may begin. */
function mayBegin(sheets: readonly Sheet[], sheet: Sheet, bytes: number, maxDownloads: number, now: number): boolean {
  const counted = sheets.filter(({ counts }) => counts).length;
  const mayRetry = sheet.retryUntil > now;
  if (!mayRetry && (sheet.expiresAt <= now || counted >= maxDownloads)) return false;
  if (sheet.sent + sheet.lost + bytes > 2 * size) return false;
  if (sheet.counts) return mayRetry;
  const holds = ({ sent, counts, expiresAt }: Sheet): boolean => sent > 0 && !counts && expiresAt > now;
  if (holds(sheet)) return true;
  const others = sheets.filter((other) => other !== sheet);
  const aborted = others.reduce(
    (sum, { sent, lost, counts, expiresAt }) => sum + lost + (counts || expiresAt > now ? 0 : sent),
    0,
  );
  const kept = Math.max(0, Math.ceil(aborted / size - 1e-9) - maxDownloads);
  return counted + others.filter(holds).length + kept < maxDownloads;
}

const downloadsOf = async (token: string): Promise<number> => {
  await drive.drain();
  const { shares } = (await mine.call('GET', '/api/shares?limit=200')).body;
  return shares.find((one: ShareDescriptor) => one.shareToken === token).downloadCount;
};

test('limited downloads are admitted, counted and retried as counted on paper, whatever clients do', async () => {
  const id = await mine.file('a.bin', { bytes: size });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 14 }), async (maxDownloads, steps) => {
      await mine.revoke(id);
      const token = (await mine.shareFile(id, { maxDownloads })).shareToken;
      const sheets: Sheet[] = [];
      for (let n = 0; n < 5; n += 1)
        sheets.push({
          address: await addressOf(token),
          expiresAt: drive.clock.now() + 15 * minuteMs,
          sent: 0,
          lost: 0,
          counts: false,
          retryUntil: 0,
        });
      for (const each of steps) {
        if (each.kind === 'pass') {
          drive.clock.advance(each.minutes * minuteMs);
          continue;
        }
        const sheet = sheets[each.url]!;
        const bytes = each.to - each.from + 1;
        const isAdmitted = mayBegin(sheets, sheet, bytes, maxDownloads, drive.clock.now());
        const reader = await readSlowly(sheet.address, { range: `bytes=${each.from}-${each.to}` });
        expect(isAdmitted ? [206] : [403, 410]).toContain(reader.status);
        if (isAdmitted && !each.breaks) expect(await reader.read(bytes)).toBe(bytes);
        if (each.breaks) reader.reset();
        else reader.close();
        if (isAdmitted) {
          if (each.breaks) sheet.lost += bytes;
          else sheet.sent += bytes;
          const isNearlyAll = sheet.sent >= size - Math.floor(size / 8);
          sheet.counts ||= !each.breaks && (each.to === size - 1 || isNearlyAll);
          sheet.retryUntil = drive.clock.now() + 15 * minuteMs;
        }
        const counted = sheets.filter(({ counts }) => counts).length;
        expect(await downloadsOf(token)).toBe(counted);
        expect(counted).toBeLessThanOrEqual(maxDownloads);
        for (const { sent, lost } of sheets) expect(sent + lost).toBeLessThanOrEqual(2 * size);
      }
    }),
    { numRuns: inject('databaseKind') === 'sqlite' ? 60 : 20 },
  );
});

test('of visitors who come together, break off and try again, no more than allowed get the complete file', async () => {
  const id = await mine.file('b.bin', { bytes: 600_000 });
  const visit = fc.record({
    url: fc.nat({ max: 9 }),
    after: fc.option(fc.nat({ max: 600_000 })),
    tries: fc.nat({ max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(visit, { minLength: 4, maxLength: 20 }),
      async (maxDownloads, visits) => {
        await mine.revoke(id);
        const token = (await mine.shareFile(id, { maxDownloads })).shareToken;
        const urls = await Promise.all(Array.from({ length: 10 }, () => addressOf(token)));
        const complete = new Set<number>();
        await Promise.all(
          visits.map(async ({ url, after, tries }) => {
            for (let n = 0; n <= tries; n += 1) {
              const reader = await readSlowly(urls[url] ?? '');
              if (reader.status !== 200) return reader.close();
              const wanted = after === null || n === tries ? 600_000 : after;
              const read = await reader.read(wanted);
              if (read < 600_000) reader.reset();
              else reader.close();
              if (read === 600_000) complete.add(url);
            }
          }),
        );
        expect(await downloadsOf(token)).toBe(complete.size);
        expect(complete.size).toBeLessThanOrEqual(maxDownloads);
      },
    ),
    { numRuns: inject('databaseKind') === 'sqlite' ? 40 : 15, endOnFailure: true },
  );
});
