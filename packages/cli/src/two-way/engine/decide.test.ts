import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide, type Decision } from './decide.ts';
import type { Version } from './states.ts';

const base: Version = { place: { parent: '', name: 'a' }, content: 'old', modifiedAt: 1_000_000 };
const elsewhere = (name: string): Version['place'] => ({ parent: '', name });

/** The words of the table in docs/sync.md. */
const states: Readonly<Record<string, (side: string) => Version | undefined>> = {
  unchanged: () => base,
  changed: (side) => ({ ...base, content: `new ${side}`, modifiedAt: 9_000_000 }),
  'changed, equal': () => ({ ...base, content: 'new', modifiedAt: 9_000_000 }),
  'new time': (side) => ({ ...base, modifiedAt: side === 'here' ? 5_000_000 : 7_000_000 }),
  moved: (side) => ({ ...base, place: elsewhere(`b ${side}`) }),
  'moved to the same place': () => ({ ...base, place: elsewhere('b') }),
  'moved and changed': (side) => ({ place: elsewhere(`b ${side}`), content: `new ${side}`, modifiedAt: 9_000_000 }),
  deleted: () => undefined,
  missing: () => undefined,
  new: (side) => ({ ...base, content: `new ${side}` }),
  'new, equal': () => base,
};

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/sync.md'), 'utf8');
const table = page.slice(page.indexOf('| Here  '));
const rows = table
  .slice(0, table.indexOf('\n\n'))
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/sync.md says what is decided:', () => {
  it.each(rows.map(([, here = '', there = '', result = '']) => ({ here, there, result })))(
    'here $here, on the server $there: $result',
    ({ here, there, result }) => {
      const isNew = [here, there].some((state) => state.startsWith('new') && state !== 'new time');
      const [local, remote] = [states[here], states[there]];
      if (local === undefined || remote === undefined) throw new Error(`no state is called ${here} or ${there}`);
      expect(describeDecision(decide(isNew ? undefined : base, local('here'), remote('there')))).toBe(result);
    },
  );

  it('and has a row for every two states of a file that was on both sides', () => {
    const kinds = ['unchanged', 'changed', 'moved', 'deleted'];
    const pairs = new Set(rows.map(([, here, there]) => `${here}, ${there}`));
    for (const here of kinds) for (const there of kinds) expect(pairs).toContain(`${here}, ${there}`);
  });
});

it('ignores times that a file system rounds', () => {
  const stored = { ...base, modifiedAt: 1_000_000.4 };
  expect(describeDecision(decide(base, stored, base))).toBe('nothing');
  expect(describeDecision(decide(base, stored, undefined))).toBe('deleted here');
});

/** The words of the table in docs/sync.md. */
function describeDecision({ existence, place, content, time }: Decision): string {
  if (existence === 'delete here') return 'deleted here';
  if (existence === 'delete there') return 'deleted on the server';
  if (existence === 'create here') return 'copied from the server';
  if (existence === 'create there') return 'copied to the server';
  const parts = [
    { none: '', 'to server': 'moved on the server', 'from server': 'moved here' }[place],
    {
      none: '',
      'to server': 'replaced on the server',
      'from server': 'replaced here',
      conflict: 'both contents are kept',
    }[content],
    { none: '', 'to server': 'time set on the server', 'from server': 'time set here' }[time],
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
