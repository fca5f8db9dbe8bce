// A route for Next.js, Remix, SvelteKit, Hono or Bun: takes a Request, returns a Response. The key stays on the server;
// the browser gets a URL that accepts one file of one size, once.
import { DriveClient, DriveError } from '@drive/sdk';

/** Reads DRIVE_BASE_URL and DRIVE_API_KEY. */
const drive = new DriveClient();

export async function POST(request: Request): Promise<Response> {
  // Check here whether this visitor may upload.
  const { name, type, size }: { name: string; type: string; size: number } = await request.json();
  try {
    const upload = await drive.uploads.create(
      { fileName: name, contentType: type || 'application/octet-stream', fileSizeBytes: size, autoShare: true },
      { signal: request.signal },
    );
    return Response.json({ uploadUrl: upload.uploadUrl, link: upload.shortUrl }, { status: 201 });
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    // Return errors that the visitor can correct, but not, for example, an expired key.
    const theirs = error.code === 'validation_failed' || error.code === 'payload_too_large';
    console.error(error.code, error.message, error.requestId);
    return theirs
      ? Response.json({ message: error.message }, { status: 400 })
      : Response.json({ message: 'Uploads do not work right now.' }, { status: 502 });
  }
}
