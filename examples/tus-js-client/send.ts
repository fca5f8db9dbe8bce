// node send.ts FILE             sends it by tus-js-client, with the SDK's requests going through ky; run it again to resume
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DriveClient } from '@drive/sdk';
import ky from 'ky';
import { Upload } from 'tus-js-client';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Which file? node send.ts FILE');

// The SDK does its own retries and turns responses into errors, so ky only adds hooks and a timeout.
const log = ky.create({
  retry: 0,
  timeout: 60_000,
  throwHttpErrors: false,
  hooks: { beforeRequest: [({ request }) => console.error(`${request.method} ${new URL(request.url).pathname}`)] },
});
const baseUrl = process.env['DRIVE_BASE_URL'] ?? 'http://127.0.0.1:8080';
const client = new DriveClient({ baseUrl, fetch: log });

// The reservation outlives this process: a later run resumes the same session.
const remembered = `${path}.drive-session`;
const size = statSync(path).size;
const { sessionId, fileId } = existsSync(remembered)
  ? (JSON.parse(readFileSync(remembered, 'utf8')) as { sessionId: string; fileId: string })
  : await client.uploads.create({
      fileName: basename(path),
      contentType: 'application/octet-stream',
      fileSizeBytes: size,
    });
writeFileSync(remembered, JSON.stringify({ sessionId, fileId }));

await new Promise<void>((resolve, reject) => {
  const upload = new Upload(createReadStream(path), {
    // The session is the upload, so there is nothing to create: HEAD returns the offset, PATCH sends the rest.
    uploadUrl: `${baseUrl}/files/tus/${sessionId}`,
    uploadSize: size,
    chunkSize: 4 << 20,
    onProgress: (sent) => console.error(`${Math.round((100 * sent) / size)} %`),
    onSuccess: () => resolve(),
    onError: reject,
  });
  upload.start();
});
rmSync(remembered);

const { shortUrl } = await client.shares.create(fileId, { expiresInDays: 7 });
console.log(shortUrl);
