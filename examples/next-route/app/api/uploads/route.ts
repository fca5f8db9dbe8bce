// A route as Next.js, Remix, SvelteKit, Hono or Bun run it: a Request comes, a Response goes. The key stays on the server;
// the browser gets an address that takes one file of one size, once.
import { DriveClient, DriveError } from '@drive/sdk';

/** From DRIVE_BASE_URL and DRIVE_API_KEY. */
const drive = new DriveClient();

export async function POST(request: Request): Promise<Response> {
  // Here goes the question whether this visitor of yours may upload.
  const { name, type, size }: { name: string; type: string; size: number } = await request.json();
  try {
    const upload = await drive.uploads.create(
      { fileName: name, contentType: type || 'application/octet-stream', fileSizeBytes: size, autoShare: true },
      { signal: request.signal },
    );
    return Response.json({ uploadUrl: upload.uploadUrl, link: upload.shortUrl }, { status: 201 });
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    // What the visitor can mend is theirs to hear; that our key has run out, say, is not.
    const theirs = error.code === 'validation_failed' || error.code === 'payload_too_large';
    console.error(error.code, error.message, error.requestId);
    return theirs
      ? Response.json({ message: error.message }, { status: 400 })
      : Response.json({ message: 'Uploads do not work right now.' }, { status: 502 });
  }
}
