import { png } from '@drive/thumbnails/test';
import { expect } from 'vitest';
import { putByPath } from '../api/by-path-requests.ts';
import { browser, visitorOf } from '../api/visitor-api.ts';
import type { Drive, TestUser } from '../drive.ts';
import { sharedApi } from '../shared.ts';

/** A URL that answers with bytes, and the headers that its client sends. */
export interface Opened {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An endpoint that sends the bytes of files. */
export interface WayOut {
  readonly name: string;
  /** Routes whose bytes it covers, as the server lists them. */
  readonly routes: readonly string[];
  /** Returns the URL of the same bytes each time; a new URL if one works once. */
  open(): Promise<Opened>;
}

/** A name that URLs and headers have to encode. */
export const storedName = '100%25 “ü” #1.csv';
const storedText = '0123456789';

/** The doors through which one user's file and its copies leave. */
export async function waysOut(drive: Drive, user: TestUser): Promise<readonly WayOut[]> {
  const mine = sharedApi(drive, user);
  const visitor = visitorOf(() => drive);
  const call = async (method: string, path: string, json?: unknown): Promise<any> => {
    const { status, body } = await mine.call(method, path, json);
    expect([path, status]).toEqual([path, method === 'POST' && path === '/api/pastes' ? 201 : 200]);
    return body;
  };
  /** Where a page sends a browser for the bytes. */
  const redirectOf = async (path: string): Promise<string> => {
    const response = await drive.fetch(path, { headers: browser });
    expect([path, response.status]).toEqual([path, 302]);
    return new URL(response.headers.get('location') ?? '', drive.url).href;
  };
  const opened = (url: string, headers: Readonly<Record<string, string>> = {}): Opened => ({
    url: new URL(new URL(url).pathname, drive.url).href,
    headers,
  });
  const byUrl = async (path: string): Promise<Opened> => opened((await call('GET', path)).downloadUrl);

  const folderId = await mine.folder('shared folder');
  const fileId = await mine.put(storedName, storedText, { type: 'text/csv', in: folderId });
  const replacedId = await mine.put('replaced.csv', storedText, { type: 'text/csv' });
  const replaced = await putByPath(drive, user, 'replaced.csv?onConflict=replace', 'new content');
  expect(replaced.status).toBe(200);
  const imageId = await mine.put('image.png', png({ width: 300, height: 300 }), { type: 'image/png' });
  await drive.drain();
  const { shareToken: fileToken } = await mine.shareFile(fileId);
  const publicId = await mine.put(storedName, storedText, { type: 'text/csv' });
  const { publicUrl } = await mine.shareFile(publicId, { shareMode: 'PUBLIC' });
  const { shareToken: folderToken } = await mine.shareFolder(folderId);
  const member = await drive.createUser();
  const role = { grants: [{ email: member.email, role: 'viewer' }] };
  expect((await mine.call('POST', `/api/files/${folderId}/access`, role)).status).toBe(201);
  const { token: pasteToken } = await call('POST', '/api/pastes', { content: storedText });
  const encoded = `${encodeURIComponent('shared folder')}/${encodeURIComponent(storedName)}`;
  const signed = ['GET /files/d/{token}/{name}'];
  const archives = ['GET /files/archives/{token}/{name}'];

  return [
    { name: 'signed URL', routes: signed, open: () => byUrl(`/api/files/${fileId}/download-url`) },
    { name: 'signed URL, inline', routes: signed, open: () => byUrl(`/api/files/${fileId}/download-url?inline=true`) },
    { name: 'version', routes: signed, open: () => byUrl(`/api/files/${replacedId}/versions/1/download-url`) },
    {
      name: 'GET by path',
      routes: ['GET /files/by-path/{path}'],
      open: async () => opened(`${drive.url}/files/by-path/${encoded}`, { authorization: `Bearer ${user.key}` }),
    },
    {
      name: 'WebDAV GET',
      routes: ['* /dav'],
      open: async () => opened(`${drive.url}/dav/${encoded}`, { authorization: `Basic ${btoa(`me:${user.key}`)}` }),
    },
    {
      name: 'WebDAV GET of what was shared',
      routes: ['* /dav-all'],
      open: async () =>
        opened(`${drive.url}/dav-all/Shared%20with%20me/${encoded}`, {
          authorization: `Basic ${btoa(`me:${member.key}`)}`,
        }),
    },
    {
      name: 'share download',
      routes: signed,
      open: async () => opened(await redirectOf(`/share/${fileToken}/download`)),
    },
    { name: 'share view', routes: signed, open: async () => opened(await redirectOf(`/share/${fileToken}/view`)) },
    {
      name: 'folder share',
      routes: signed,
      open: async () => opened(await visitor.addressOf(folderToken, `fileId=${fileId}`)),
    },
    {
      name: 'public URL',
      routes: ['GET /files/public/{shareToken}/{name}'],
      open: async () => opened(publicUrl ?? ''),
    },
    {
      name: 'thumbnail',
      routes: ['GET /files/previews/{token}'],
      open: async () => opened((await call('GET', `/api/files/${imageId}`)).previewUrl),
    },
    {
      name: 'archive',
      routes: archives,
      open: async () => opened((await call('POST', '/api/files/archive', { fileIds: [fileId] })).downloadUrl),
    },
    { name: 'share archive', routes: archives, open: async () => opened(await visitor.archiveOf(folderToken)) },
    {
      name: 'raw paste',
      routes: ['GET /files/pastes/{token}/raw'],
      open: async () => opened(`${drive.url}/files/pastes/${pasteToken}/raw`),
    },
  ];
}
