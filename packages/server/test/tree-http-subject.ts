import type { EndpointShape, ErrorCode } from '@drive/contract';
import type { Drive, TestUser } from './drive.ts';
import type { Outcome, RequestTo, TreeSubject } from './tree-subject.ts';
import { putBytes, type Reservation } from './uploads.ts';

/** A user's tree in the complete server, over HTTP. */
export function createHttpSubject(drive: Drive, user: TestUser): TreeSubject {
  const send = async <Answer>(
    path: string,
    method: string,
    json: unknown,
    { key }: { readonly key?: string } = user,
  ): Promise<Outcome<Answer>> => {
    const response = await drive.fetch(path, { method, ...(key === undefined ? {} : { key }), json });
    const text = await response.text();
    const body = text === '' ? undefined : (JSON.parse(text) as { readonly code: ErrorCode });
    return response.ok ? { answer: body as Answer } : { refused: body!.code };
  };

  return {
    ownerId: user.userId,
    database: drive.database,
    blobs: drive.blobs,
    clock: drive.clock,
    servesBytes: true,
    call: (endpoint, request) => send(pathOf(endpoint, request), endpoint.method, request.body),
    reserve: async ({ name, folderId, bytes }) => {
      const outcome = await send<Reservation>('/api/uploads', 'POST', {
        fileName: name,
        contentType: 'text/plain',
        fileSizeBytes: bytes,
        ...(folderId === null ? {} : { parentFolderId: folderId }),
      });
      if ('refused' in outcome) return outcome;
      const { fileId, sessionId } = outcome.answer;
      // The server may have another port after a restart.
      const uploadUrl = () => `${drive.url}/files/uploads/${sessionId}`;
      return {
        answer: {
          finish: async () => {
            const status = (await putBytes({ uploadUrl: uploadUrl() }, Buffer.alloc(bytes))) as { fileName: string };
            return { id: fileId, name: status.fileName };
          },
          cancel: async () => {
            const cancelled = await send(uploadUrl(), 'DELETE', undefined, {});
            if ('refused' in cancelled) throw new Error(`cancelling answered ${cancelled.refused}`);
          },
        },
      };
    },
    sweep: () => drive.jobs.runNow('files.trash'),
    drain: () => drive.drain(),
    restart: () => drive.restart(),
  };
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
