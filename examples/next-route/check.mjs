// Checks the example: serves the route like a framework, and uploads a file like a browser.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DriveClient } from '@drive/sdk';

process.env.DRIVE_BASE_URL = process.env.DRIVE_URL;
const { POST } = await import('./app/api/uploads/route.ts');
const { sendFile } = await import('./app/send-file.ts');

async function serve(incoming, outgoing) {
  const request = new Request(`http://localhost${incoming.url}`, { method: 'POST', body: incoming, duplex: 'half' });
  const response = await POST(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}
const server = createServer((incoming, outgoing) => void serve(incoming, outgoing)).listen(0, '127.0.0.1');
await once(server, 'listening');
const route = `http://127.0.0.1:${server.address().port}/api/uploads`;

try {
  const link = await sendFile(new File(['Dear Ada,\n'], 'letter.txt', { type: 'text/plain' }), route);
  const share = await new DriveClient({ apiKey: null }).public.open(link);
  const { downloadUrl } = await share.downloadUrl();
  assert.equal(await (await fetch(downloadUrl)).text(), 'Dear Ada,\n', 'the link gives the file');

  const unnamed = new File(['x'], '..');
  await assert.rejects(
    sendFile(unnamed, route),
    (error) => error.message.length > 10,
    'a name that cannot be is refused',
  );
} finally {
  server.close();
}
