import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KindTile } from '../ui/kind-icon.tsx';
import { namedKind } from './named-kind.ts';

test.each([
  ['report.PDF', 'pdf'],
  ['IMG_1.heic', 'image'],
  ['a.tar.gz', 'archive'],
  ['figures.csv', 'sheet'],
  ['main.ts', 'code'],
  ['letter.docx', 'text'],
  ['notes.md', 'text'],
  ['no ending', 'other'],
])('%s, of which only the name is known, has the icon of the kind %s', (name, kind) => {
  const { container } = render(<KindTile kind={namedKind(name)} name={name} size={18} />);
  expect(container.querySelector('svg')?.dataset['kind']).toBe(kind);
});
