// Serves a plain page whose visitors upload. The key stays here, and the bytes go from the page to Drive.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DriveClient } from '@drive/sdk';
import { createUploadHandler, toNodeHandler } from '@drive/sdk/server';
import express from 'express';

const upload = createUploadHandler({
  // Reads DRIVE_BASE_URL and DRIVE_API_KEY.
  client: new DriveClient(),
  // Check here who asks; null refuses.
  authorize: () => ({ data: 'visitor 42', maxFileBytes: 200_000_000, allowedTypes: ['image/*', '.txt'] }),
  // Arrives by webhook, also if the visitor has left. In production, record the file under data.grant_data.
  onUploadCompleted: ({ data }) => console.log(`${data.grant_data} uploaded ${data.file_name}`),
  // The output of "drive-cli webhooks create https://this-app/api/upload --events upload.completed".
  webhookSecret: process.env.DRIVE_WEBHOOK_SECRET,
});

const app = express();
// Before express.json(), because webhooks are signed as they were sent.
app.post('/api/upload', toNodeHandler(upload));
// The import map of the page names these files; a bundler would make it needless.
for (const name of ['@drive/sdk', '@drive/react'])
  app.use(`/modules/${name}`, express.static(dirname(fileURLToPath(import.meta.resolve(name)))));
app.use(express.static(join(import.meta.dirname, 'public')));

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
