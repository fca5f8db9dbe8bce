import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../test/components/render-app.tsx';
import { shareOf } from '../../test/components/things.ts';
import { ShareRow } from './share-row.tsx';

test('links to one file are told apart by their labels', async () => {
  const nothing = (): void => {};
  await renderApp(
    <ul>
      {['For the team', null].map((label) => (
        <ShareRow
          key={label}
          share={shareOf({ label })}
          offset={0}
          isSelected={false}
          onSelect={nothing}
          onEdit={nothing}
          onCopy={nothing}
          onEnd={nothing}
        />
      ))}
    </ul>,
  );
  const [labelled, other] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(labelled).toContain('For the team');
  expect(labelled?.replace(/For the team ?·? ?/, '')).toBe(other);
});
