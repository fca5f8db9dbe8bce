// Checks the example: serves the route like a framework, and uploads a file like its page.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DriveClient, uploadWithGrant } from '@drive/sdk';

process.env.DRIVE_BASE_URL = process.env.DRIVE_URL;
const { POST } = await import('./app/api/upload/route.ts');

async function serve(incoming, outgoing) {
  const { url, headers } = incoming;
  const request = new Request(`http://localhost${url}`, { method: 'POST', headers, body: incoming, duplex: 'half' });
  const response = await POST(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}
const server = createServer((incoming, outgoing) => void serve(incoming, outgoing)).listen(0, '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${server.address().port}/api/upload`;
const signedIn = { endpoint, headers: { cookie: 'user=42' } };

try {
  const letter = new File(['Dear Ada,\n'], 'letter.txt', { type: 'text/plain' });
  const { fileId } = await uploadWithGrant(letter, signedIn);
  assert.equal(await (await new DriveClient().files.download(fileId)).text(), 'Dear Ada,\n');

  const isRefusedAs = (code) => (error) => error.code === code;
  await assert.rejects(uploadWithGrant(letter, { endpoint }), isRefusedAs('authentication_required'));
  await assert.rejects(uploadWithGrant(new File(['x'], 'x.exe'), signedIn), isRefusedAs('file_type_not_allowed'));
} finally {
  server.close();
}
