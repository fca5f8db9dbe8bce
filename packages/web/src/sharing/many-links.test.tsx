import type { Item } from '@drive/sdk';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf } from '../../test/components/things.ts';
import { ManyLinks } from './many-links.tsx';

const inDrive = { driveId: 'd1', role: 'manager' } as const;

test.each<[string, readonly Item[], boolean]>([
  ['files of a team drive', [fileOf('a.txt', inDrive), fileOf('b.txt', inDrive)], true],
  ['files of two owners', [fileOf('a.txt', inDrive), fileOf('b.txt', { ownerId: 'u1' })], false],
  ['a file and a folder', [fileOf('a.txt', inDrive), folderOf('f', inDrive)], false],
])('one link is offered for %s: %s', async (_, items, isOffered) => {
  await renderApp(<ManyLinks items={items} onClose={() => {}} />);
  const one = await screen.findByRole<HTMLInputElement>('radio', { name: /^One link to all files/ });
  expect([one.disabled, one.checked]).toEqual([!isOffered, isOffered]);
});
