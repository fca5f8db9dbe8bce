import type { ArchiveUrl, Item } from '@drive/contract';
import { readZip } from '@drive/zip/test';
import type { Drive, DriveInit, TestUser } from '../drive.ts';
import { putBytes, reserveUpload } from './uploads.ts';

/** Adds a file; returns items.id. */
export async function addFile(
  drive: Drive,
  user: TestUser,
  name: string,
  content: Buffer | string,
  parentFolderId?: string,
): Promise<string> {
  const bytes = Buffer.from(content);
  const folder = parentFolderId === undefined ? {} : { parentFolderId };
  const reserved = await reserveUpload(drive, user, { name, bytes: bytes.length, ...folder });
  await putBytes(reserved, bytes);
  return reserved.fileId;
}

/** Adds a folder; returns items.id. */
export async function addFolder(drive: Drive, user: TestUser, name: string, parentId?: string): Promise<string> {
  const json = { name, ...(parentId === undefined ? {} : { parentId }) };
  const answer = await drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json });
  if (answer.status !== 201) throw new Error(`making a folder answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as Item).id;
}

type Wanted = readonly string[] | { readonly fileIds?: readonly string[]; readonly folderIds?: readonly string[] };

/** A list is one of files. */
export const askArchive = (drive: Drive, user: TestUser, wanted: Wanted): Promise<Response> =>
  drive.fetch('/api/files/archive', {
    method: 'POST',
    key: user.key,
    json: 'length' in wanted ? { fileIds: wanted } : wanted,
  });

/** Throws unless the response is a success. */
export async function makeArchive(drive: Drive, user: TestUser, wanted: Wanted): Promise<ArchiveUrl> {
  const answer = await askArchive(drive, user, wanted);
  if (answer.status !== 200) throw new Error(`the archive answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as ArchiveUrl;
}

/** The contents of a ZIP by path; throws if the format is invalid. */
export async function contentsOf(zip: Buffer): Promise<Record<string, string>> {
  const { entries } = await readZip(chunks(zip));
  return Object.fromEntries(
    entries.map(({ path, offset, sizeBytes }) => {
      const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
      return [path, zip.toString('latin1', start, start + sizeBytes)];
    }),
  );
}

/** The ZIP of a response; checks the announced length. */
export async function zipOf(answer: Response): Promise<Buffer> {
  if (answer.status !== 200) throw new Error(`the archive answered ${answer.status}: ${await answer.text()}`);
  const zip = Buffer.from(await answer.arrayBuffer());
  if (answer.headers.get('content-length') !== String(zip.length))
    throw new Error(`${zip.length} bytes came, not ${answer.headers.get('content-length')}`);
  return zip;
}

export async function readArchive(drive: Drive, url: string, init: DriveInit = {}): Promise<Record<string, string>> {
  return contentsOf(await zipOf(await drive.fetch(url, init)));
}

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
