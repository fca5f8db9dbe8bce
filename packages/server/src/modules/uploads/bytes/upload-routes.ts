import { endpoints, type NewUpload } from '@drive/contract';
import { contentLengthOf, readBody } from '@drive/upload-protocol';
import { requireScope, type Caller } from '../../../platform/access/index.ts';
import type { Router } from '../../../platform/http/index.ts';
import { reserve, type ReserveDeps } from '../sessions/reserve.ts';
import type { Lifecycle } from '../sessions/session-lifecycle.ts';
import type { Reception } from './reception.ts';

export function mountUploads(router: Router, deps: ReserveDeps, lifecycle: Lifecycle): void {
  router.mount(endpoints.createUpload, async ({ caller, body, remember }) => {
    requireShareScope(caller, [body]);
    const [reservation] = await reserve(deps, caller, [body], {
      remember: async (tx, [first]) => {
        if (first !== undefined) await remember(tx, first);
      },
    });
    if (reservation === undefined) throw new Error('the reservation returned no upload');
    return reservation;
  });

  router.mount(endpoints.createUploadBatch, async ({ caller, body, remember }) => {
    requireShareScope(caller, body.files);
    return {
      files: await reserve(deps, caller, body.files, {
        remember: (tx, files) => remember(tx, { files: [...files] }),
      }),
    };
  });

  router.mount(endpoints.getUploadStatus, ({ caller, params }) => lifecycle.getStatus(caller.userId, params.sessionId));
}

/** An upload that creates a share needs the scope `shares`. */
function requireShareScope(caller: Caller, uploads: readonly Pick<NewUpload, 'autoShare'>[]): void {
  if (uploads.some(({ autoShare }) => autoShare === true)) requireScope(caller, 'shares');
}

/** Endpoints that need no credential: the session's id is one. */
export function mountUploadBytes(router: Router, lifecycle: Lifecycle, reception: Reception): void {
  router.mountBytes(endpoints.putUploadBytes, async ({ params, request, response }) => {
    const status = await reception.put(params.sessionId, readBody(request), contentLengthOf(request));
    const body = JSON.stringify(status);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });

  router.mountBytes(endpoints.cancelUpload, async ({ params, response }) => {
    await lifecycle.cancel(params.sessionId);
    response.writeHead(204).end();
  });
}
