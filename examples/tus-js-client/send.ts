// node send.ts FILE [FOLDER_ID]     sends it by tus-js-client with the key alone, and prints a link; run it again to resume
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DriveClient } from '@drive/sdk';
import ky from 'ky';
import { Upload } from 'tus-js-client';

const [path, parentFolderId = ''] = process.argv.slice(2);
if (path === undefined) throw new Error('Which file? node send.ts FILE [FOLDER_ID]');
const baseUrl = process.env['DRIVE_BASE_URL'] ?? 'http://127.0.0.1:8080';

// The URL of the upload outlives this process: a later run resumes it.
const remembered = `${path}.upload-url`;
const uploadUrl = await new Promise<string>((resolve, reject) => {
  const upload = new Upload(createReadStream(path), {
    endpoint: `${baseUrl}/files/tus`,
    headers: { Authorization: `Bearer ${process.env['DRIVE_API_KEY']}` },
    // The server derives the type from the name. An empty ID is that of the root.
    metadata: { filename: basename(path), parentFolderId },
    chunkSize: 4 << 20,
    uploadUrl: existsSync(remembered) ? readFileSync(remembered, 'utf8') : null,
    onUploadUrlAvailable: () => writeFileSync(remembered, upload.url ?? ''),
    onProgress: (sent, total) => console.error(`${Math.round((100 * sent) / (total ?? sent))} %`),
    onSuccess: () => resolve(upload.url ?? ''),
    onError: reject,
  });
  upload.start();
});
rmSync(remembered);

// The SDK shares the file. It does its own retries and turns responses into errors, so ky only adds hooks and a timeout.
const log = ky.create({
  retry: 0,
  timeout: 60_000,
  throwHttpErrors: false,
  hooks: { beforeRequest: [({ request }) => console.error(`${request.method} ${new URL(request.url).pathname}`)] },
});
const client = new DriveClient({ baseUrl, fetch: log });
const { fileId } = await client.uploads.status(uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1));
const { shortUrl } = await client.shares.create(fileId ?? '', { expiresInDays: 7 });
console.log(shortUrl);
