import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';

const passkey = {
  id: '1',
  name: 'Phone',
  createdAt: '2026-11-03T12:00:00.000Z',
  lastUsedAt: null,
  transports: ['internal'],
};
const identity = {
  id: '1',
  name: 'Example login',
  issuer: 'https://login.example.com',
  email: 'ada@example.com',
  createdAt: '2026-11-03T12:00:00.000Z',
  lastUsedAt: '2026-11-03T12:00:00.000Z',
};

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: async () => ({ id: 'mine', response: {} }),
}));

beforeEach(() => {
  server.answer('GET /api/public/config', { passkeys: true, oidc: { name: 'Example login' } });
  server.answer('GET /api/me/passkeys', [passkey]);
  server.answer('GET /api/me/identities', [identity]);
});

describe('the card of passkeys', () => {
  test('lists them, and removes one after a question', async () => {
    server.answer('DELETE /api/me/passkeys/1', {});
    const { user } = await renderApp(<PasskeysCard />);
    await screen.findByText('Phone');
    await user.click(screen.getByRole('button', { name: 'Remove the passkey Phone' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove “Phone”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Phone');
    expect(server.changes).toEqual(['DELETE /api/me/passkeys/1']);
  });

  test('asks who it is if the sign-in is too old, and goes on', async () => {
    const path = 'POST /api/auth/passkeys/register/options';
    server.answer(path, new Refusal(403, 'reauthentication_required', 'Confirm who you are.'));
    server.answer('POST /api/auth/reauthenticate', ({ body }) => {
      if ('passkey' in (body as object)) return new Refusal(401, 'invalid_credentials', 'Wrong.');
      return (body as { readonly totp: string | null }).totp === null
        ? new Refusal(401, 'totp_required', 'A code.')
        : {};
    });
    server.answer('POST /api/auth/passkeys/authenticate/options', { options: { challenge: 'c' } });
    const { user } = await renderApp(<PasskeysCard />);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.click(within(dialog).getByRole('button', { name: 'Use a passkey' }));
    await within(dialog).findByText('This passkey was refused. Use another one, or your password.');
    within(dialog).getByRole('button', { name: 'Confirm with Example login' });
    server.answer(path, { options: { challenge: 'x' } });
    await user.type(within(dialog).getByLabelText('Your password'), 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Code from the app')));
    await user.keyboard('123456{Enter}');
    await screen.findByRole('textbox', { name: 'Name' });
    expect(server.changes.filter((line) => !line.includes('"passkey"'))).toEqual([
      `${path} {}`,
      'POST /api/auth/passkeys/authenticate/options {}',
      'POST /api/auth/reauthenticate {"password":"correct horse","totp":null}',
      'POST /api/auth/reauthenticate {"password":"correct horse","totp":"123456"}',
      `${path} {}`,
    ]);
  });
});

test('the card of identities unlinks one after a question', async () => {
  server.answer('DELETE /api/me/identities/1', {});
  const { user } = await renderApp(<IdentitiesCard issuer="Example login" />);
  await screen.findByText('Example login');
  expect(screen.queryByRole('button', { name: 'Link Example login' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Unlink Example login' }));
  const dialog = await screen.findByRole('dialog', { name: 'Unlink Example login?' });
  server.answer('GET /api/me/identities', []);
  await user.click(within(dialog).getByRole('button', { name: 'Unlink' }));
  await screen.findByRole('button', { name: 'Link Example login' });
  expect(server.changes).toEqual(['DELETE /api/me/identities/1']);
});
