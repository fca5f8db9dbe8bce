import { expect, it } from 'vitest';
import { compiler } from '../power-loss/disk-log.ts';
import { runFaults } from './disk-faults.ts';
import { faultCases } from './fault-cases.ts';

/** One fault of each way to end: refused at once, found behind the bytes, found by SQLite, and of which the outcome is unknown. */
const chosen = [
  'mkdir of a day of blobs EROFS',
  'write of a small blob SHORT',
  'fsync of its directory EIO',
  'write of a staged file ENOSPC',
  'rename to a blob EIO',
  'write of the log of SQLite EIO',
  'fsync of the log of SQLite EIO',
];
/** `npm run disk-faults` tries all. */
const cases = faultCases.filter(
  ({ what, fault: { error, count } }) => chosen.includes(`${what} ${error}`) && (count === 1 || error !== 'EIO'),
);

it.skipIf(compiler === undefined)(
  '[P-1746] a system call that fails while a file is stored refuses that file as a whole, costs no other one, and hinders no later one',
  { timeout: 300_000 },
  async () => {
    const { outcomes } = await runFaults(cases);
    expect(cases).toHaveLength(chosen.length);
    expect(outcomes.map(({ wasHit }) => wasHit)).toEqual(cases.map(() => true));
    // Half a write is continued; everything else is refused by a documented answer.
    for (const { case: each, answer } of outcomes)
      expect([each.what, answer]).toEqual([
        each.what,
        expect.stringMatching(each.fault.error === 'SHORT' ? /^201$/ : /^50[23] `(storage_failure|unavailable)`$/),
      ]);
    expect(outcomes.filter(({ server }) => server === 'ends').map(({ case: { what } }) => what)).toEqual([
      'fsync of the log of SQLite',
    ]);
  },
);
