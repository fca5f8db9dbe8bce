import type { Item } from '@drive/sdk';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf, folderOf } from '../../test/components/things.ts';
import { ManyLinks } from './many-links.tsx';

const inDrive = { driveId: 'd1', role: 'manager' } as const;

test.each<[string, boolean, readonly Item[]]>([
  ['files of a team drive', true, [fileOf('a.txt', inDrive), fileOf('b.txt', inDrive)]],
  ['files of two owners', false, [fileOf('a.txt', inDrive), fileOf('b.txt', { ownerId: 'u1' })]],
  ['a file and a folder', false, [fileOf('a.txt', inDrive), folderOf('f', inDrive)]],
])('whether one link is offered for %s: %s', async (_, isOffered, items) => {
  await renderApp(<ManyLinks items={items} onClose={() => {}} />);
  const one = await screen.findByRole<HTMLInputElement>('radio', { name: /^One link to all files/ });
  expect([one.disabled, one.checked]).toEqual([!isOffered, isOffered]);
});
