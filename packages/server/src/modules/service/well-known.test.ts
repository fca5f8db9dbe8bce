import { dayMs } from '@drive/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { loadConfig } from '../../config.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({
    settings: { BASE_URL: 'https://example.org/drive', SECURITY_CONTACT: 'security@example.org' },
  });
});
afterAll(() => drive.close());

describe('security.txt', () => {
  test('names the contact of the settings, and expires within a year', async () => {
    const response = await drive.fetch('/drive/.well-known/security.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await response.text()).trimEnd().split('\n');
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2))) as Record<string, string>;
    expect(fields).toMatchObject({
      Contact: 'mailto:security@example.org',
      Canonical: 'https://example.org/drive/.well-known/security.txt',
      'Preferred-Languages': 'en, de',
    });
    const days = (Date.parse(fields['Expires'] ?? '') - drive.clock.now()) / dayMs;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test('does not exist without a contact', async () => {
    const other = await startDrive();
    const response = await other.fetch('/.well-known/security.txt');
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    await other.close();
  });

  test.each([
    ['security@example.org', 'mailto:security@example.org'],
    ['mailto:security@example.org', 'mailto:security@example.org'],
    ['https://example.org/security', 'https://example.org/security'],
    ['tel:+1-201-555-0123', 'tel:+1-201-555-0123'],
  ])('takes the contact %s', (value, contact) => {
    expect(loadConfig({ flags: { SECURITY_CONTACT: value }, env: {} }).securityContact).toBe(contact);
  });

  test.each(['http://example.org', 'javascript:alert(1)', 'security', 'a@b\nExpires: 2099'])(
    'refuses the contact %j at start',
    (value) => {
      expect(() => loadConfig({ flags: { SECURITY_CONTACT: value }, env: {} })).toThrow(/SECURITY_CONTACT must be/);
    },
  );
});

test('password managers find the page that changes the password, which visitors reach by signing in', async () => {
  const response = await drive.fetch('/drive/.well-known/change-password');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/drive/app/account']);
  const next = await drive.fetch('/drive/app/account', { headers: { accept: 'text/html' } });
  expect(next.headers.get('location')).toBe('/drive/sign-in?next=%2Fapp%2Faccount');
});
