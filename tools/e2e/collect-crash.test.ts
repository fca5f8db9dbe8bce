import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { reserveCollected, send, type CrashUpload } from './crash-uploads.ts';
import { admin, createKey, freshMachine, liftedLimits, startServer } from './programs.ts';
import { untilItDies } from './until-it-dies.ts';

interface Collection {
  readonly id: string;
  readonly token: string;
  readonly folderId: string;
  readonly fileCount: number;
}

interface CollectedFile {
  readonly fileId: string;
}

interface FolderPage {
  readonly pagination: { readonly totalItems: number };
}

const kills = 5;
const senders = 5;
const filesOfForm = 3;
const maxLifeMs = 500;

it(
  'a server killed during uploads by file request keeps every received file, and notifies of it once',
  { timeout: 120_000 },
  async () => {
    const { home, env: machine, dataDirectory } = freshMachine();
    const env = {
      ...machine,
      ...liftedLimits,
    };
    let server = await startServer(env);
    try {
      const key = await createKey(env, admin.email);
      const call = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const response = await fetch(`${server.url}${path}`, {
          method,
          headers,
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        });
        return (await response.json()) as T;
      };
      const { id, token, folderId } = await call<Collection>('POST', '/api/collections', {
        name: 'Crash',
        maxFiles: 9999,
      });
      const uploads: CrashUpload[] = [];
      let formsTaken = 0;

      for (let kill = 0; kill < kills; kill += 1) {
        const { url } = server;
        const life = new AbortController();
        const cut = uploads.filter(({ acknowledged }) => !acknowledged);
        const sending = Array.from({ length: senders }, () =>
          untilItDies(async () => {
            while (!life.signal.aborted) {
              const upload = cut.pop() ?? (await reserveCollected(url, token));
              if (!uploads.includes(upload)) uploads.push(upload);
              await send(url, upload);
            }
          }),
        );
        const forms = untilItDies(async () => {
          while (!life.signal.aborted) {
            const body = new FormData();
            for (let n = 0; n < filesOfForm; n += 1) body.append('files', new Blob(['x'.repeat(50_000)]), 'form.txt');
            const { status } = await fetch(`${url}/files/collect-form/${token}`, {
              method: 'POST',
              body,
              redirect: 'manual',
            });
            if (status === 303) formsTaken += 1;
          }
        });
        await sleep(randomInt(maxLifeMs));
        life.abort();
        await server.end('SIGKILL');
        await Promise.all([...sending, forms]);
        server = await startServer(env);
      }
      for (const upload of uploads.filter(({ acknowledged }) => !acknowledged)) await send(server.url, upload);

      const look = async () => {
        const { fileCount } = await call<Collection>('GET', `/api/collections/${id}`);
        const listed: CollectedFile[] = [];
        for (let page = 1; listed.length < fileCount; page += 1) {
          const { uploads: some } = await call<{ uploads: CollectedFile[] }>(
            'GET',
            `/api/collections/${id}/uploads?limit=100&page=${page}`,
          );
          if (some.length === 0) break;
          listed.push(...some);
        }
        const folder = await call<FolderPage>('GET', `/api/files?parentId=${folderId}`);
        return { fileCount, listed, inFolder: folder.pagination.totalItems };
      };
      // Complete files of an interrupted form are stored soon after the start: waits until none is added.
      let seen = await look();
      for (let now = await look(); now.fileCount !== seen.fileCount; now = await look()) seen = now;
      const { fileCount, listed, inFolder } = seen;
      const ids = listed.map(({ fileId }) => fileId);
      expect(new Set(ids).size).toBe(fileCount);
      expect(ids).toEqual(expect.arrayContaining(uploads.map(({ fileId }) => fileId)));
      // An accepted form was answered; an interrupted one may have left some of its files.
      expect(fileCount - uploads.length).toBeGreaterThanOrEqual(formsTaken * filesOfForm);
      for (const { fileId, sha256 } of uploads)
        expect((await call<{ sha256: string }>('GET', `/api/files/${fileId}`)).sha256).toBe(sha256);
      expect(inFolder).toBe(fileCount);
      await server.end('SIGTERM');

      const database = new DatabaseSync(join(dataDirectory, 'drive.db'), { readOnly: true });
      const told = database
        .prepare(`select data from events where type = 'collect.uploaded'`)
        .all()
        .map(({ data }) => (JSON.parse(String(data)) as { file_id: string }).file_id);
      const arrived = database
        .prepare('select file_id from collection_uploads where completed_at is not null')
        .all()
        .map((row) => String(row['file_id']));
      expect(told.toSorted()).toEqual(arrived.toSorted());
      expect(told).toEqual(expect.arrayContaining(ids));
      // The reservations without a response hold the remaining places.
      const open = database.prepare(
        `select count(*) as n from upload_sessions where purpose = 'collection' and status in ('PENDING', 'UPLOADING')`,
      );
      expect(open.get()).toEqual(database.prepare('select pending_count as n from collections').get());
      database.close();
    } finally {
      await server.end('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    }
  },
);
