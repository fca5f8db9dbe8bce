import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { Lifecycle } from './lifecycle.ts';
import { reserve, type ReserveDeps } from './reserve.ts';

export function mountUploads(router: Router, deps: ReserveDeps, lifecycle: Lifecycle): void {
  router.mount(endpoints.createUpload, async ({ caller, body, remember }) => {
    const [reservation] = await reserve(deps, caller, [body], async (tx, [first]) => {
      if (first !== undefined) await remember(tx, first);
    });
    if (reservation === undefined) throw new Error('one upload was asked for and none reserved');
    return reservation;
  });

  router.mount(endpoints.createUploadBatch, async ({ caller, body, remember }) => ({
    files: await reserve(deps, caller, body.files, (tx, files) => remember(tx, { files: [...files] })),
  }));

  router.mount(endpoints.getUploadStatus, ({ caller, params }) => lifecycle.getStatus(caller.userId, params.sessionId));
}
