// A server of the files of a release, as a download page would be.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

/** Serves the files of a folder, not those of its folders, on a free port of this machine. */
export async function serveFiles(folder) {
  const server = createServer((request, response) => {
    const file = createReadStream(join(folder, basename(new URL(request.url, 'http://localhost').pathname)));
    file.once('error', () => response.writeHead(404).end());
    file.once('open', () => file.pipe(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
