import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useChooseLanguage } from './choose-language.ts';

function Choice() {
  const choose = useChooseLanguage();
  return <button onClick={() => choose('de')}>{useMessages().app.retry}</button>;
}

test('a language that the user chooses is that of the app and of emails', async () => {
  server.answer('PATCH /api/me', {});
  const { user } = await renderApp(<Choice />);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Erneut versuchen' })).toBeDefined();
  await waitFor(() => expect(server.changes).toEqual(['PATCH /api/me {"language":"de"}']));
});
