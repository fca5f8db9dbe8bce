import { dayMs } from '@drive/base';
import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { purgeOldUploads, type RetentionDeps } from './anonymous-retention.ts';
import { type GuestUploadsDeps, reserveOfGuest } from './guest-uploads.ts';
import { mountUploadPageForm, type UploadFormDeps } from './upload-page-form.tsx';
import { mountUploadPages, type UploadPageDeps } from './upload-page.tsx';

export type AnonymousDeps = Pick<Ports, 'jobs'> &
  RetentionDeps &
  GuestUploadsDeps &
  UploadPageDeps &
  UploadFormDeps & { readonly config: { readonly sweepMs: number } };

export interface Anonymous {
  routes(router: Router): void;
}

export function createAnonymous(deps: AnonymousDeps): Anonymous {
  const { jobs, guests, config } = deps;

  jobs.every('anonymous.sweep', config.sweepMs, async ({ signal }) => {
    const { retentionDays } = guests;
    if (retentionDays > 0) await purgeOldUploads(deps, retentionDays * dayMs, signal);
  });

  return {
    routes: (router) => {
      mountAnonymousRoutes(router, deps);
      mountUploadPages(router, deps);
      mountUploadPageForm(router, deps);
    },
  };
}

function mountAnonymousRoutes(router: Router, deps: GuestUploadsDeps): void {
  const guarded = { beforeBody: () => deps.guests.requireOn() };

  router.mount(
    endpoints.createAnonymousUpload,
    async ({ body, clientNetwork }) => {
      const { captchaToken, publicListing = false, ...file } = body;
      const options = { captchaToken: captchaToken ?? '', publicListing, clientNetwork };
      const [reservation] = await reserveOfGuest(deps, [file], options);
      if (reservation === undefined) throw new Error('the reservation returned no upload');
      return reservation;
    },
    guarded,
  );

  router.mount(
    endpoints.createAnonymousBatch,
    async ({ body, clientNetwork }) => {
      const { captchaToken, publicListing = false, files } = body;
      const options = { captchaToken: captchaToken ?? '', publicListing, clientNetwork };
      return { files: await reserveOfGuest(deps, files, options) };
    },
    guarded,
  );
}
