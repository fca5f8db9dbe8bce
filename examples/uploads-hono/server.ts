// Serves the built page, and decides who may upload what. The same handler works on Bun, Deno and Cloudflare Workers.
import { DriveClient } from '@drive/sdk';
import { createUploadHandler } from '@drive/sdk/server';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const upload = createUploadHandler({
  // Reads DRIVE_BASE_URL and DRIVE_API_KEY.
  client: new DriveClient(),
  // Check here who asks; null refuses.
  authorize: () => ({ data: 'visitor 42', maxFileBytes: 200_000_000, allowedTypes: ['image/*'] }),
});

const app = new Hono();
app.post('/api/upload', ({ req }) => upload(req.raw));
app.use(serveStatic({ root: 'dist' }));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
