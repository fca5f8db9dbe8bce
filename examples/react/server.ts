// Serves the built page, decides who may upload what, and lists files with a key that the page does not have.
import { DriveClient } from '@drive/sdk';
import { createUploadHandler } from '@drive/sdk/server';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const { DRIVE_BASE_URL = '', DRIVE_API_KEY = '' } = process.env;
// Check in both routes who asks.
const upload = createUploadHandler({ client: new DriveClient(), authorize: () => ({ maxFileBytes: 200_000_000 }) });

const app = new Hono();
app.post('/api/upload', ({ req }) => upload(req.raw));
// Only the requests of <FileBrowser> are passed on.
app.get('/drive/api/files', async ({ req, json }) => {
  const headers = { authorization: `Bearer ${DRIVE_API_KEY}` };
  const answer = await fetch(`${DRIVE_BASE_URL}/api/files${new URL(req.url).search}`, { headers });
  return json(await answer.json(), answer.ok ? 200 : 502);
});
app.use(serveStatic({ root: 'dist' }));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
