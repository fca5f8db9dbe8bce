// Receives events. DRIVE_WEBHOOK_SECRET is the output of "drive-cli webhooks create"; during a rotation, the old and
// the new one separated by a comma.

import { unwrap, WebhookError, type DriveEvent } from '@drive/sdk/webhooks';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const secrets = process.env['DRIVE_WEBHOOK_SECRET']?.split(',') ?? [];
// Ids of processed events. In production, use a table with the id as its key.
const taken = new Set<string>();

const app = new Hono();

app.post('/hooks/drive', async (context) => {
  let event: DriveEvent;
  try {
    // The raw text that was signed: the result of context.req.json() cannot be verified.
    event = await unwrap(await context.req.text(), context.req.raw, secrets);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    console.error(error.message);
    return context.text(error.code, 400);
  }
  // An event may arrive more than once, in several deliveries.
  if (!taken.has(event.id)) {
    taken.add(event.id);
    // Respond first: a response after more than 10 seconds counts as a failure.
    setImmediate(() => void handle(event).catch(console.error));
  }
  return context.body(null, 204);
});

async function handle(event: DriveEvent): Promise<void> {
  switch (event.type) {
    case 'collect.uploaded':
      console.log(`${event.data.uploader_name ?? 'somebody'} sent ${event.data.file_name}`);
      break;
    case 'reproofing.submitted':
      console.log(`${event.data.client_name ?? 'somebody'} chose ${event.data.file_ids.length} files`);
      break;
    case 'share.download':
    case 'share.download.anonymous':
      console.log(`${event.data.share_name} was downloaded`);
      break;
    default:
      // Includes types that are newer than this program.
      console.log(`${event.type}, which nothing is done about`);
  }
}

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}/hooks/drive`),
);
