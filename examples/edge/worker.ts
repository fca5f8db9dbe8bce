// A worker for edge runtimes: Cloudflare, Deno, Vercel, or any other with Request, Response and fetch.
//   POST /api/upload          gives pages with the components of @drive/react what they need to upload
//   GET /reports/july.pdf     redirects the visitor to a new URL of that file, valid for a few minutes
import { DriveClient, DriveError } from '@drive/sdk';
import { createUploadHandler } from '@drive/sdk/server';

interface Environment {
  readonly DRIVE_URL: string;
  readonly DRIVE_API_KEY: string;
}

export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    const drive = new DriveClient({ baseUrl: env.DRIVE_URL, apiKey: env.DRIVE_API_KEY });
    // Check in authorize whether this visitor may upload.
    if (new URL(request.url).pathname === '/api/upload')
      return await createUploadHandler({ client: drive, authorize: () => ({ maxFileBytes: 10_000_000 }) })(request);
    if (request.method !== 'GET') return new Response('Only GET.\n', { status: 405, headers: { allow: 'GET' } });
    // Check here whether this visitor may download the file.
    try {
      const path = decodeURIComponent(new URL(request.url).pathname);
      const { id } = await drive.files.getByPath(path, { signal: request.signal });
      const { downloadUrl } = await drive.files.downloadUrl(id, { inline: true });
      // The bytes don't pass through here.
      return new Response(null, { status: 302, headers: { location: downloadUrl, 'cache-control': 'no-store' } });
    } catch (error) {
      if (error instanceof URIError) return new Response('No such file.\n', { status: 404 });
      if (!(error instanceof DriveError)) throw error;
      return new Response(`${error.message}\n`, { status: error.status ?? 502 });
    }
  },
};
