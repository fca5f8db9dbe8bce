import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DriveClient, isDriveError } from '@drive/sdk';
import { downloadFile, uploadPath } from '@drive/sdk/node';
import { sign, unwrap } from '@drive/sdk/webhooks';

// The server and the key come from DRIVE_BASE_URL and DRIVE_API_KEY.
const client = new DriveClient();
const folder = await client.files.createFolder({ name: process.argv[2] ?? 'sdk' });

const directory = mkdtempSync(join(tmpdir(), 'sdk-'));
const bytes = crypto.getRandomValues(new Uint8Array(60_000));
writeFileSync(join(directory, 'a.bin'), bytes);
const { fileId } = await uploadPath(client, join(directory, 'a.bin'), { parentId: folder.id, resumable: true });
await downloadFile(client, fileId, join(directory, 'b.bin'));
if (!readFileSync(join(directory, 'b.bin')).equals(bytes)) throw new Error('other bytes came back');
const blob = await client.files.downloadBlob(fileId);
if (blob.size !== bytes.length) throw new Error('other bytes came back as a Blob');
await client.uploads.upload(new Blob([bytes]), { name: 'c.bin', parentId: folder.id });

await client.files.createFolder({ name: 'x', parentId: folder.id });
await client.files.createFolder({ name: 'x', parentId: folder.id }).then(
  () => {
    throw new Error('the folder was created twice');
  },
  (error: unknown) => {
    if (!isDriveError(error, 'name_conflict')) throw error;
  },
);

const secret = 'whsec_c2VjcmV0';
const body = JSON.stringify({ id: 'e', type: 'webhook.test', created: '2026-01-01T00:00:00.000Z', data: {} });
const event = await unwrap(body, await sign(body, secret), secret);
if (event.type !== 'webhook.test') throw new Error(event.type);
console.log('works');
