// The least that a hashing upload takes in Node: receives a PUT, writes pieces of 512 KiB and hashes in the same thread.
// argv: the target directory.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

const directory = process.argv[2] ?? '.';
const pieceBytes = 512 * 1024;
let count = 0;

async function store(request: IncomingMessage): Promise<string> {
  const file = await open(join(directory, `loop-${count++}`), 'w');
  const hash = createHash('sha256');
  let chunks: Buffer[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    const written = chunks;
    chunks = [];
    bytes = 0;
    await file.writev(written);
  };
  await new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < pieceBytes) return;
      request.pause();
      write().then(() => request.resume(), reject);
    });
    request.once('end', resolve).once('error', reject);
  });
  if (bytes > 0) await write();
  await file.close();
  return hash.digest('hex');
}

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  store(request).then(
    (sum) => response.writeHead(201).end(sum),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
