// A route for Next.js, Remix, SvelteKit, Hono or Bun: takes a Request, returns a Response. The key stays on the server;
// the page gets a grant, which allows the uploads that this route decides on.
import { DriveClient } from '@drive/sdk';
import { createUploadHandler } from '@drive/sdk/server';

export const POST: (request: Request) => Promise<Response> = createUploadHandler({
  // Reads DRIVE_BASE_URL and DRIVE_API_KEY.
  client: new DriveClient(),
  // Check here who asks, for example by the session of your application; null refuses.
  authorize: (request) =>
    request.headers.get('cookie')?.includes('user=') ? { maxFileBytes: 5_000_000, allowedTypes: ['.txt'] } : null,
});
