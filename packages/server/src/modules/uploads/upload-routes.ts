import type { IncomingMessage } from 'node:http';
import { endpoints, type NewUpload, type UploadStatus } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import { findHeader, requireScope, type Caller, type Router } from '../../platform/http/index.ts';
import type { Lifecycle } from './session-lifecycle.ts';
import { reserve, type ReserveDeps } from './reserve.ts';
import type { CompleteBody } from './put-upload.ts';

export function mountUploads(router: Router, deps: ReserveDeps, lifecycle: Lifecycle): void {
  router.mount(endpoints.createUpload, async ({ caller, body, remember }) => {
    requireShareScope(caller, [body]);
    const [reservation] = await reserve(deps, caller, [body], async (tx, [first]) => {
      if (first !== undefined) await remember(tx, first);
    });
    if (reservation === undefined) throw new Error('the reservation returned no upload');
    return reservation;
  });

  router.mount(endpoints.createUploadBatch, async ({ caller, body, remember }) => {
    requireShareScope(caller, body.files);
    return { files: await reserve(deps, caller, body.files, (tx, files) => remember(tx, { files: [...files] })) };
  });

  router.mount(endpoints.getUploadStatus, ({ caller, params }) => lifecycle.getStatus(caller.userId, params.sessionId));
}

/** An upload that creates a share does what the scope `shares` is for. */
function requireShareScope(caller: Caller, uploads: readonly Pick<NewUpload, 'autoShare'>[]): void {
  if (uploads.some(({ autoShare }) => autoShare === true)) requireScope(caller, 'shares');
}

/** Endpoints that need no credential: the session's id is one. */
export function mountUploadBytes(
  router: Router,
  lifecycle: Lifecycle,
  putUpload: (id: string, body: CompleteBody) => Promise<UploadStatus>,
): void {
  router.mountBytes(endpoints.putUploadBytes, async ({ params, request, response }) => {
    const status = await putUpload(params.sessionId, {
      announcedBytes: announcedBytes(request),
      sha256: findReprDigest(request),
      stream: request,
    });
    const body = JSON.stringify(status);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });

  router.mountBytes(endpoints.cancelUpload, async ({ params, response }) => {
    await lifecycle.cancel(params.sessionId);
    response.writeHead(204).end();
  });
}

/** The Content-Length, checked by Node's parser; undefined for a chunked body. */
function announcedBytes(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/** The SHA-256 in a `Repr-Digest` (RFC 9530), as hex. Other algorithms are ignored. */
function findReprDigest(request: IncomingMessage): string | undefined {
  const header = findHeader(request, 'repr-digest');
  for (const member of header?.split(',') ?? []) {
    const equals = member.indexOf('=');
    if (member.slice(0, Math.max(equals, 0)).trim().toLowerCase() !== 'sha-256') continue;
    const [, base64] = /^:([A-Za-z0-9+/]{43}=):$/.exec(member.slice(equals + 1).trim()) ?? [];
    if (base64 === undefined)
      throw new DomainError('bad_request', 'Repr-Digest must be sha-256=:<base64 of 32 bytes>:.');
    return Buffer.from(base64, 'base64').toString('hex');
  }
  return undefined;
}
