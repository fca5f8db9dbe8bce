import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInstance } from '@drive/branding';
import { accentShades, accentTokens } from '@drive/design-tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { loadConfig } from '../../config.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
let directory: string;
let drive: Drive;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'drive-logo-'));
  writeFileSync(join(directory, 'logo.svg'), svg);
  drive = await startDrive({
    settings: {
      INSTANCE_NAME: 'Files & <Co>',
      INSTANCE_LOGO: join(directory, 'logo.svg'),
      INSTANCE_COLOUR: '#FFCC00',
      REGISTRATION: 'invite',
    },
  });
});
afterAll(async () => {
  await drive.close();
  rmSync(directory, { recursive: true, force: true });
});

const html = { accept: 'text/html' };

describe('an instance with a name, a logo and a color', () => {
  test('[P-446] shows them on its pages, with a policy that admits their style', async () => {
    const page = await drive.fetch('/sign-in', { headers: html });
    const text = await page.text();
    expect(text).toContain('<title>Sign in · Files &amp; &lt;Co&gt;</title>');
    expect(text).toMatch(/<img src="\/app\/logo\?v=[\w-]{22}" alt=""\/><span>Files &amp; &lt;Co&gt;<\/span>/);
    expect(text).toContain(accentTokens('#ffcc00').replaceAll('\n', ''));
    const plain = await startDrive();
    const policies = [page, await plain.fetch('/sign-in', { headers: html })].map(
      (each) => /style-src '([^']+)'/.exec(each.headers.get('content-security-policy') ?? '')?.[1],
    );
    expect(policies[0]).not.toBe(policies[1]);
    await plain.close();
  });

  test('[P-447] serves its logo to everybody, and an SVG that is opened as a page runs nothing', async () => {
    const response = await drive.fetch('/app/logo');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toBe(svg);
    const etag = response.headers.get('etag') ?? '';
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await drive.fetch('/app/logo', { headers })).status;
    expect(await statusOf({ 'if-none-match': etag })).toBe(304);
    expect(await statusOf({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
    expect(await statusOf({ 'if-none-match': '"x"' })).toBe(200);
    expect(await statusOf({ 'if-match': '"x"' })).toBe(412);
  });

  test('[P-448] signs its emails with its name and its color', async () => {
    const admin = await drive.createUser({ isAdmin: true });
    await drive.fetch('/api/admin/invites', {
      method: 'POST',
      key: admin.key,
      json: { email: 'grace@example.org' },
    });
    await drive.drain();
    const [mail] = drive.mails;
    expect(mail?.subject).toBe('You are invited to Files & <Co>');
    expect(mail?.html).toContain(`background:${accentShades('#ffcc00').accent}`);
    expect(mail?.html).toMatch(/\/app\/logo\?v=[\w-]{22}" alt="Files &amp; &lt;Co&gt;"/);
  });
});

test.each([
  ['no file', 'missing.png', undefined, /can't be read/],
  ['another kind of file', 'text.png', 'hello', /must be an SVG, PNG, WebP or JPEG file/],
  ['a file of more than 256 KiB', 'large.svg', svg.padEnd(256 * 1024 + 1), /at most 262144 are possible/],
])('a logo that is %s is refused at start with the reason', (_, name, content, reason) => {
  if (content !== undefined) writeFileSync(join(directory, name), content);
  const config = loadConfig({ flags: { INSTANCE_LOGO: join(directory, name) }, env: {} });
  expect(() => openInstance(config)).toThrow(reason);
});

test.each([
  ['INSTANCE_COLOUR', 'blue', /must be a color such as #0a5bb0/],
  ['INSTANCE_NAME', 'x'.repeat(61), /must have 1 to 60 characters/],
] as const)('%s is checked', (name, value, reason) => {
  expect(() => loadConfig({ flags: { [name]: value }, env: {} })).toThrow(reason);
});
