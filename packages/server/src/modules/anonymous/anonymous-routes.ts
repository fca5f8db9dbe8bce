import { endpoints } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Captcha } from './captcha/captcha.ts';
import type { GuestUploads } from './guest-uploads.ts';

export function mountAnonymousRoutes(router: Router, uploads: GuestUploads, { createChallenge }: Captcha): void {
  const guarded = { beforeBody: uploads.requireOn };

  router.mount(
    endpoints.createAnonymousUpload,
    async ({ body, clientNetwork }) => {
      const { captchaToken, publicListing = false, ...file } = body;
      const options = { captchaToken: captchaToken ?? '', publicListing, clientNetwork };
      const [reservation] = await uploads.reserve([file], options);
      if (reservation === undefined) throw new Error('the reservation returned no upload');
      return reservation;
    },
    guarded,
  );

  router.mount(
    endpoints.createAnonymousBatch,
    async ({ body, clientNetwork }) => {
      const { captchaToken, publicListing = false, files } = body;
      return {
        files: await uploads.reserve(files, { captchaToken: captchaToken ?? '', publicListing, clientNetwork }),
      };
    },
    guarded,
  );

  router.mount(endpoints.getCaptchaChallenge, () => {
    if (createChallenge === undefined) throw new DomainError('not_found', 'Challenges are not enabled on this server.');
    return createChallenge();
  });
}
