import { createHash } from 'node:crypto';
import type { EndpointShape, ErrorCode, Item } from '@drive/contract';
import { callByPath } from '../api/by-path-requests.ts';
import type { Reservation } from '../api/uploads.ts';
import type { Drive, TestUser } from '../drive.ts';
import type { Outcome, RequestTo, TreeSubject } from './tree-subject.ts';

/** A user's tree in the complete server, over HTTP. */
export function createHttpSubject(drive: Drive, user: TestUser): TreeSubject {
  const send = async <Answer>(
    path: string,
    method: string,
    json: unknown,
    { key }: { readonly key?: string } = user,
  ): Promise<Outcome<Answer>> =>
    outcomeOf(await drive.fetch(path, { method, ...(key === undefined ? {} : { key }), json }));

  return {
    ownerId: user.userId,
    database: drive.database,
    blobs: drive.blobs,
    clock: drive.clock,
    servesBytes: true,
    call: (endpoint, request) => send(pathOf(endpoint, request), endpoint.method, request.body),
    reserve: async ({ name, folderId, bytes, onConflict }) => {
      const outcome = await send<Reservation>('/api/uploads', 'POST', {
        fileName: name,
        contentType: 'text/plain',
        fileSizeBytes: bytes,
        onConflict,
        ...(folderId === null ? {} : { parentFolderId: folderId }),
      });
      if ('refused' in outcome) return outcome;
      const { sessionId } = outcome.answer;
      // The server may have another port after a restart.
      const uploadUrl = () => `${drive.url}/files/uploads/${sessionId}`;
      return {
        answer: {
          finish: async () => {
            const sent = await fetch(uploadUrl(), { method: 'PUT', body: new Uint8Array(bytes) });
            const ended = await outcomeOf<{ fileId: string; fileName: string }>(sent);
            return 'refused' in ended ? ended : { answer: { id: ended.answer.fileId, name: ended.answer.fileName } };
          },
          cancel: async () => {
            const cancelled = await send(uploadUrl(), 'DELETE', undefined, {});
            if ('refused' in cancelled) throw new Error(`cancelling answered ${cancelled.refused}`);
          },
        },
      };
    },
    put: async ({ folders, name, bytes, onConflict }) => {
      const path = [...folders, name].map(encodeURIComponent).join('/');
      const { status, json } = await callByPath(drive, user, `${path}?onConflict=${onConflict}`, {
        method: 'PUT',
        body: Buffer.alloc(bytes),
      });
      return status < 300 ? { answer: json as unknown as Item } : { refused: json['code'] as ErrorCode };
    },
    readSha256: async (url) => {
      const response = await fetch(url);
      if (response.status !== 200) throw new Error(`a signed URL answered ${response.status}`);
      return createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex');
    },
    sweep: async () => {
      await drive.jobs.runNow('files.trash');
      await drive.jobs.runNow('files.versions');
    },
    drain: () => drive.drain(),
    restart: () => drive.restart(),
  };
}

async function outcomeOf<Answer>(response: Response): Promise<Outcome<Answer>> {
  const text = await response.text();
  const body = text === '' ? undefined : (JSON.parse(text) as { readonly code: ErrorCode });
  return response.ok ? { answer: body as Answer } : { refused: body!.code };
}

function pathOf<E extends EndpointShape>({ path }: E, { params, query }: RequestTo<E>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = (params as Record<string, string> | undefined)?.[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams(query as Record<string, string> | undefined).toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}
