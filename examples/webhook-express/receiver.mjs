// Receives events. DRIVE_WEBHOOK_SECRET is the output of "drive-cli webhooks create"; during a rotation, the old and
// the new one separated by a comma.
import { unwrap, WebhookError } from '@drive/sdk/webhooks';
import express from 'express';

const secrets = process.env.DRIVE_WEBHOOK_SECRET?.split(',') ?? [];
// Ids of processed events. In production, use a table with the id as its key.
const taken = new Set();

const app = express();

// Raw, and before express.json(): the signature is over the text, and a body that was parsed can't be verified any more.
app.post('/hooks/drive', express.raw({ type: 'application/json' }), async (request, response) => {
  let event;
  try {
    event = await unwrap(request.body, request.headers, secrets);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    console.error(error.message);
    return response.status(400).send(error.code);
  }
  // Respond first: a response after more than 10 seconds counts as a failure.
  response.status(204).end();
  // An event may arrive more than once, in several deliveries.
  if (taken.has(event.id)) return;
  taken.add(event.id);
  await handle(event).catch(console.error);
});

app.use(express.json());

/** @param {import('@drive/sdk/webhooks').DriveEvent} event */
async function handle(event) {
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

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}/hooks/drive`),
);
