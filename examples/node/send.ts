// node send.ts FILE             uploads it and prints a link that is good for a week
import { DriveClient } from '@drive/sdk';
import { fileResumeStore, uploadPath } from '@drive/sdk/node';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Which file? node send.ts FILE');

// The server and the key come from DRIVE_BASE_URL and DRIVE_API_KEY.
const client = new DriveClient();

const { fileId } = await uploadPath(client, path, {
  // After Ctrl-C, run it again to resume.
  resumeStore: fileResumeStore('.drive-uploads'),
  onProgress: ({ bytes, total }) => console.error(`${Math.round((100 * bytes) / total)} %`),
});

const { shortUrl } = await client.shares.create(fileId, { expiresInDays: 7 });
console.log(shortUrl);
