import type { AdminSetting } from '@drive/sdk';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { reloadSettings } from './admin-keys.ts';
import { SettingsScreen } from './settings-screen.tsx';

const setting = (name: string, more: Partial<AdminSetting>): AdminSetting => ({
  name: `DRIVE_${name}`,
  meaning: `Meaning of ${name}.`,
  value: null,
  default: null,
  source: 'default',
  editable: true,
  restart: false,
  secret: false,
  options: null,
  group: 'instance',
  ...more,
});
const settings: readonly AdminSetting[] = [
  setting('INSTANCE_NAME', { value: 'Acme', default: 'Drive', source: 'saved' }),
  setting('INSTANCE_COLOUR', { value: '#aa0000', source: 'environment', editable: false }),
  setting('REGISTRATION', {
    value: 'invite',
    default: 'invite',
    options: ['open', 'invite', 'closed'],
    group: 'registration',
  }),
  setting('SMTP_URL', { value: '********', source: 'saved', secret: true, group: 'mail' }),
  setting('MAIL_FROM', { value: 'a@example.com', source: 'saved', group: 'mail' }),
  setting('PORT', { value: '8080', default: '8080', editable: false, restart: true, group: 'operator' }),
];

async function show() {
  server.answer('GET /api/admin/settings', { settings });
  server.answer('GET /api/public/config', { mailDelivery: 'smtp' });
  server.answer('PATCH /api/admin/settings', { settings });
  const { user } = await renderApp(
    <>
      <SettingsScreen />
      <Toasts />
    </>,
  );
  await screen.findByText('Name of this drive');
  return user;
}
const listed = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');

test('the settings are grouped, each with its source; those of the operator have no field', async () => {
  const user = await show();
  const [, color] = listed('Appearance');
  expect(color?.textContent).toContain('Set by the operator: environment');
  expect(screen.queryByText('DRIVE_PORT')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change: Appearance' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change: Appearance' }));
  expect(dialog.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual(['Acme']);
});

test('a meaning that only repeats the label is not shown', async () => {
  const [name] = settings;
  server.answer('GET /api/admin/settings', {
    settings: [name, setting('LANGUAGE', { meaning: 'Language of emails to those who have chosen none.' })],
  });
  await renderApp(<SettingsScreen />);
  await screen.findByText('Meaning of INSTANCE_NAME.');
  const [, language] = listed('Appearance');
  expect(language?.textContent).toBe('Language of emails to those who have chosen noneDefaultDRIVE_LANGUAGEnot set');
});

test('a group is saved as a whole: what was not touched is not sent, and an empty field has its default', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Change: Email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change: Email' }));
  await user.clear(dialog.getByLabelText('Sender, as Drive <drive@example.com>'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The settings are saved and in effect.');
  await user.click(screen.getByRole('button', { name: 'Change: Users and directory' }));
  await user.selectOptions(await screen.findByLabelText('Who can register'), 'Everybody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findAllByText('The settings are saved and in effect.');
  expect(server.changes).toEqual([
    'PATCH /api/admin/settings {"settings":[{"name":"DRIVE_MAIL_FROM","value":null}]}',
    'PATCH /api/admin/settings {"settings":[{"name":"DRIVE_REGISTRATION","value":"open"}]}',
  ]);
});

test('a field that was not touched is not sent, although another administrator saved it meanwhile', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Change: Email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change: Email' }));
  const others = settings.map((each) => (each.name === 'DRIVE_MAIL_FROM' ? { ...each, value: 'b@example.com' } : each));
  server.answer('GET /api/admin/settings', { settings: others });
  await act(() => reloadSettings());
  await screen.findByText('b@example.com');
  await user.type(dialog.getByLabelText('Mail server, as smtps://user:password@host'), 'smtp://mail');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findAllByText('The settings are saved and in effect.');
  expect(server.changes).toEqual([
    'PATCH /api/admin/settings {"settings":[{"name":"DRIVE_SMTP_URL","value":"smtp://mail"}]}',
  ]);
});

test('a setting that another one needs is asked for at its own field', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Change: Email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change: Email' }));
  const needed = {
    field: 'DRIVE_MAIL_FROM',
    code: 'required',
    message: 'DRIVE_MAIL_FROM is needed with DRIVE_SMTP_URL',
  };
  const details = { errors: [needed] };
  server.answer('PATCH /api/admin/settings', new Refusal(400, 'validation_failed', needed.message, details));
  await user.type(dialog.getByLabelText('Mail server, as smtps://user:password@host'), 'smtp://mail');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(needed.message);
  expect(document.activeElement).toBe(dialog.getByLabelText('Sender, as Drive <drive@example.com>'));
});

test('a value that is refused is told at its own field', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Change: Email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change: Email' }));
  const errors = [{ field: 'settings[0].value', code: 'invalid_value', message: 'it must be a sender' }];
  server.answer('PATCH /api/admin/settings', new Refusal(400, 'validation_failed', 'refused', { errors }));
  await user.type(dialog.getByLabelText('Sender, as Drive <drive@example.com>'), ' x');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Sender, as Drive <drive@example.com>'));
});

test('a saved value is reset, and a refusal is shown in the dialog', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Reset Name of this drive' }));
  await screen.findByText('“Name of this drive” has its default again.');
  expect(server.changes).toEqual([
    'PATCH /api/admin/settings {"settings":[{"name":"DRIVE_INSTANCE_NAME","value":null}]}',
  ]);
  server.answer('PATCH /api/admin/settings', new Refusal(400, 'validation_failed'));
  await user.click(screen.getByRole('button', { name: 'Change: Appearance' }));
  await user.type(await screen.findByLabelText('Name of this drive'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change: Appearance' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
});
