// node upload.ts ENDPOINT FILE       for programs on the machines of your users, such as the main process of Electron,
// which must not contain a key: asks the route of your application for a grant, as its pages do
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { uploadWithGrant } from '@drive/sdk';
import { fileResumeStore } from '@drive/sdk/node';

const [endpoint, path] = process.argv.slice(2);
if (endpoint === undefined || path === undefined) throw new Error('node upload.ts ENDPOINT FILE');

const { mtimeMs } = await stat(path);
// Read while it is sent, not into memory.
const file = await openAsBlob(path);
const { fileId, resumed } = await uploadWithGrant(
  file,
  // The text by which the application knows its user.
  { endpoint, headers: { authorization: `Bearer ${process.env['APP_TOKEN'] ?? ''}` } },
  {
    name: basename(path),
    // After Ctrl-C or a crash, run it again to resume.
    resumeStore: fileResumeStore('.uploads'),
    resumeKey: String(mtimeMs),
    onProgress: ({ bytes, total }) => console.error(`${Math.round((100 * bytes) / total)} %`),
  },
);
console.log(`${fileId}${resumed ? ', resumed' : ''}`);
