import { act, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { folderOf } from '../../test/components/things.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionEnd } from '../api/session-end.ts';
import { meQuery } from '../api/session.ts';
import { NewFolderDialog } from '../files/dialogs/name-dialogs.tsx';
import SessionEndDialog from './session-end-dialog.tsx';

function Frame() {
  const hasEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  return (
    <>
      <NewFolderDialog parentId={null} onClose={() => {}} />
      {hasEnded && <SessionEndDialog />}
    </>
  );
}

/** Creates a folder after the session has ended. */
async function show(config: object = {}) {
  await act(() => queryClient.cancelQueries());
  const me = { id: 'u1', email: 'ada@example.com', usedBytes: 0, trashBytes: 0, quotaBytes: null };
  server.answer('GET /api/me', me);
  server.answer('GET /api/public/config', config);
  server.answer('POST /api/files/folders', new Refusal(401, 'authentication_required', 'Give apiKey.'));
  const rendered = await renderApp(<Frame />);
  await act(() => queryClient.fetchQuery(meQuery));
  // As it is without the cookie: the app asks when the window gets the focus.
  server.answer('GET /api/me', new Refusal(401, 'authentication_required', 'Give apiKey.'));
  const { user } = rendered;
  await user.type(await screen.findByRole('textbox', { name: 'Name of the folder' }), 'Plans{Enter}');
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  return rendered;
}

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: async () => ({ id: 'mine', response: {} }),
}));

const signIn = () => server.changes.filter((line) => line.includes('login'));

afterEach(() => sessionEnd.clear(false));

describe('the end of a session', () => {
  test('asks for the password in one dialog, and the change that was refused is made then', async () => {
    const { user } = await show();
    expect(screen.queryByText(/apiKey/)).toBeNull();
    server.answer('POST /api/auth/login', () => {
      server.answer('POST /api/files/folders', folderOf('Plans'));
      return { id: 'u1' };
    });
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
    await waitFor(() => expect(server.changes.at(-1)).toBe('POST /api/files/folders {"name":"Plans"}'));
    expect(signIn()).toEqual(['POST /api/auth/login {"email":"ada@example.com","password":"secret"}']);
  });

  test('asks for the code of the second factor, and says which of the two was wrong', async () => {
    const { user } = await show();
    server.answer('POST /api/auth/login', new Refusal(401, 'invalid_credentials', 'Wrong.'));
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    await screen.findByText('This password is not correct.');
    server.answer('POST /api/auth/login', ({ body }) => {
      const { totp } = body as { readonly totp?: string };
      if (totp === undefined) return new Refusal(401, 'totp_required', 'A code is needed.');
      server.answer('POST /api/files/folders', folderOf('Plans'));
      return totp === '123456' ? { id: 'u1' } : new Refusal(401, 'invalid_credentials', 'Wrong.');
    });
    await user.type(screen.getByLabelText('Password'), '{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
    await user.keyboard('000000{Enter}');
    await screen.findByText('This code is not correct.');
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
  });

  test('takes a passkey as the second factor of the password', async () => {
    const { user } = await show({ passkeys: true });
    let refusals = 1;
    server.answer('POST /api/auth/login', ({ body }) => {
      if (!('passkey' in (body as object)))
        return new Refusal(401, 'totp_required', 'A second factor is needed.', { methods: ['passkey'] });
      if (refusals-- > 0) return new Refusal(401, 'invalid_credentials', 'Wrong.');
      server.answer('POST /api/files/folders', folderOf('Plans'));
      return { id: 'u1' };
    });
    server.answer('POST /api/auth/passkeys/authenticate/options', { options: { challenge: 'c' } });
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByLabelText('Code');
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    // The first is not one of this account.
    await screen.findByText('This passkey was refused. Use another one, or your password.');
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
    expect(signIn().at(-1)).toContain('"password":"secret","passkey":{"id":"mine"');
    expect(server.changes).toContain('POST /api/auth/passkeys/authenticate/options {"email":"ada@example.com"}');
  });

  test('that the user does not want to mend leaves what was typed, with a reason in words', async () => {
    const { user } = await show();
    await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    // The reason is that of the dialog.
    await screen.findByText(/^Sign in to go on/, { selector: '[role=alert]' });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the folder' }).value).toBe('Plans');
  });
});
