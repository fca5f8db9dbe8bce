// @tus/server on its file store, as its documentation sets it up. argv: the directory to write to.
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.argv[2] ?? '.' }) });
const server = createServer({ requestTimeout: 0 }, (request, response) => void tus.handle(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
