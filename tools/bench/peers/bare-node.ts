// The speed of Node itself: a PUT piped to a file. argv: the target directory.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const directory = process.argv[2] ?? '.';
let count = 0;
const server = createServer({ highWaterMark: 1 << 20, requestTimeout: 0 }, (request, response) => {
  pipeline(request, createWriteStream(join(directory, `bare-${count++}`), { highWaterMark: 1 << 20 })).then(
    () => response.writeHead(201).end(),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
