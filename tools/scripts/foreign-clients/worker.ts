import { DriveClient } from '@drive/sdk';
import { unwrap } from '@drive/sdk/webhooks';

interface Env {
  readonly DRIVE_URL: string;
  readonly DRIVE_API_KEY: string;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const client = new DriveClient({ baseUrl: env.DRIVE_URL, apiKey: env.DRIVE_API_KEY });
    if (request.body === null) {
      const failed = await unwrap('{}', request, 'whsec_c2VjcmV0').then(String, ({ name }: Error) => name);
      return new Response(failed);
    }
    const { fileId } = await client.uploads.upload(request.body, { name: 'worker.txt' });
    return new Response(client.files.downloadStream(fileId));
  },
};
