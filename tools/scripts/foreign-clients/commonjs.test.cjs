const { DriveClient, DriveError, isDriveError } = require('@drive/sdk');
const { downloadFile } = require('@drive/sdk/node');
const { unwrap, WebhookError } = require('@drive/sdk/webhooks');
const { mkdtempSync, readFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

test('the SDK works with require', async () => {
  const client = new DriveClient();
  const { fileId } = await client.uploads.upload(new Blob(['hello']), { name: 'jest.txt' });
  const path = join(mkdtempSync(join(tmpdir(), 'jest-')), 'copy.txt');
  await downloadFile(client, fileId, path);
  expect(readFileSync(path, 'utf8')).toBe('hello');
  await client.files.createFolder({ name: 'jest' });
  const error = await client.files.createFolder({ name: 'jest' }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(DriveError);
  expect(isDriveError(error, 'name_conflict')).toBe(true);
  await expect(unwrap('{}', new Headers(), 'whsec_c2VjcmV0')).rejects.toBeInstanceOf(WebhookError);
});

test('its ES modules and its CommonJS build recognize each other’s errors', async () => {
  const other = await import('@drive/sdk');
  const error = await new other.DriveClient().files.get('x').catch((thrown) => thrown);
  expect(isDriveError(error)).toBe(true);
});
