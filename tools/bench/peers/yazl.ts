// yazl with its defaults, without compression: answers a GET with a ZIP of the files of a directory. argv: the
// directory.
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const directory = process.argv[2] ?? '.';
const server = createServer((_request, response) => {
  const zip = new ZipFile();
  for (const name of readdirSync(directory)) zip.addFile(join(directory, name), name, { compress: false });
  zip.end();
  pipeline(zip.outputStream, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
