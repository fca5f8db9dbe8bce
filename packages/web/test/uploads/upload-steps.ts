import fc from 'fast-check';
import type { ConflictChoice } from '../../src/uploads/upload.ts';
import { maxFileBytes, type Outcome } from './upload-world.ts';

const MiB = 1024 * 1024;

/** What a user, the server, the network, another tab or another client does. Numbers choose among what there is. */
export type Step =
  | { readonly do: 'add'; readonly destination: number; readonly files: readonly NewFile[] }
  | { readonly do: 'answer'; readonly which: number; readonly outcome: Outcome }
  | { readonly do: 'answerAll' }
  | { readonly do: 'progress'; readonly which: number; readonly fraction: number }
  | { readonly do: 'one'; readonly act: 'pause' | 'resume' | 'retry' | 'cancel'; readonly which: number }
  | { readonly do: 'all'; readonly act: 'pauseAll' | 'resumeAll' | 'retryFailed' | 'cancelAll' | 'clear' }
  | { readonly do: 'settle'; readonly choice: ConflictChoice; readonly forAll: boolean }
  | { readonly do: 'loseConnection' | 'comeBack' | 'signOut' | 'signIn' | 'expire' | 'close' }
  | { readonly do: 'otherTab'; readonly which: number }
  | { readonly do: 'otherClient'; readonly name: number; readonly folder: number }
  | { readonly do: 'setQuota'; readonly bytes: number | null }
  | { readonly do: 'wait'; readonly ms: number };

export interface NewFile {
  readonly name: number;
  readonly size: number;
  readonly folders: readonly number[];
}

export const names = ['a.txt', 'b.txt', 'c.txt', 'Ideas'] as const;
const name = fc.nat({ max: names.length - 1 });

const file = fc.record({
  name,
  size: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 * MiB }) },
    { weight: 5, arbitrary: fc.integer({ min: 4 * MiB + 1, max: 20 * MiB }) },
    { weight: 2, arbitrary: fc.constant(5 * MiB) },
    { weight: 1, arbitrary: fc.constantFrom(0, maxFileBytes + 1) },
  ),
  // "Ideas" is the name of files, too.
  folders: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(0, 3), { minLength: 1, maxLength: 2 }) },
  ),
});

const which = fc.nat({ max: 30 });
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('ok' as const) },
  { weight: 4, arbitrary: fc.constantFrom('late', 'refused', 'lost', 'unreachable') },
);
const simple = <Kind extends string>(...kinds: readonly Kind[]) =>
  fc.constantFrom(...kinds.map((kind) => ({ do: kind })));

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      destination: fc.nat({ max: 1 }),
      files: fc.array(file, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 24, arbitrary: fc.record({ do: fc.constant('answer' as const), which, outcome }) },
  { weight: 8, arbitrary: simple('answerAll') },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('progress' as const),
      which,
      fraction: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('one' as const),
      act: fc.constantFrom('pause', 'resume', 'retry', 'cancel'),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('all' as const),
      act: fc.constantFrom('pauseAll', 'resumeAll', 'retryFailed', 'cancelAll', 'clear'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      choice: fc.constantFrom('rename', 'replace', 'skip'),
      forAll: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: simple('loseConnection', 'comeBack', 'comeBack', 'signOut', 'signIn', 'signIn') },
  { weight: 1, arbitrary: simple('close', 'expire') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('otherTab' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('otherClient' as const), name, folder: fc.nat({ max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('setQuota' as const),
      bytes: fc.option(fc.integer({ min: 1, max: 60 * MiB })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(50, 1000, 6000) }) },
);
