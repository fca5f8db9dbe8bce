// An object storage that keeps only the sizes of large objects, whose bytes are zeros: what a server spends is all that a transfer
// costs, and no memory bounds its size. Prints its URL. Trusts every signature.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The bytes of a small object, or the size of a large one. */
type StoredObject = Buffer | number;

const smallBytes = 64 * 1024;
const zeros = Buffer.alloc(1024 * 1024);
const objects = new Map<string, StoredObject>();
/** Bytes of each upload so far. */
const uploads = new Map<string, number>();

const sizeOf = (object: StoredObject): number => (typeof object === 'number' ? object : object.length);

async function receive(request: IncomingMessage): Promise<StoredObject> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > smallBytes) {
    request.resume();
    await once(request, 'end');
    return declared;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function send(request: IncomingMessage, response: ServerResponse, object: StoredObject): Promise<void> {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from);
  const end = to === '' ? sizeOf(object) - 1 : Number(to);
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${sizeOf(object)}`,
    'last-modified': new Date().toUTCString(),
  });
  if (request.method === 'HEAD') return void response.end();
  if (typeof object !== 'number') return void response.end(object.subarray(start, end + 1));
  for (let left = end - start + 1; left > 0;) {
    const piece = zeros.subarray(0, left);
    left -= piece.length;
    if (!response.write(piece) && !response.destroyed)
      await new Promise((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
    if (response.destroyed) return undefined;
  }
  return void response.end();
}

const xml = (response: ServerResponse, name: string, content: string): void =>
  void response.end(`<?xml version="1.0"?><${name}>${content}</${name}>`);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://storage');
  const key = url.pathname;
  const uploadId = url.searchParams.get('uploadId');
  if (url.searchParams.has('list-type')) return xml(response, 'ListBucketResult', '');
  if (request.method === 'GET' && url.searchParams.has('uploads'))
    return xml(response, 'ListMultipartUploadsResult', '');
  if (request.method === 'GET' || request.method === 'HEAD') {
    const object = objects.get(key);
    if (object !== undefined) return send(request, response, object);
    response.statusCode = 404;
    return xml(response, 'Error', '<Code>NoSuchKey</Code>');
  }
  const body = await receive(request);
  if (request.method === 'DELETE') {
    objects.delete(key);
    response.statusCode = 204;
    return void response.end();
  }
  if (request.method === 'POST' && uploadId === null) {
    const id = randomUUID();
    uploads.set(id, 0);
    return xml(response, 'InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
  }
  if (request.method === 'POST' && uploadId !== null) {
    objects.set(key, uploads.get(uploadId) ?? 0);
    return xml(response, 'CompleteMultipartUploadResult', '');
  }
  if (uploadId === null) objects.set(key, body);
  else uploads.set(uploadId, (uploads.get(uploadId) ?? 0) + sizeOf(body));
  response.setHeader('etag', '"0"');
  return void response.end();
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
