import { endpoints } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Guests } from '../anonymous/index.ts';
import type { LinkLock } from '../links/index.ts';
import type { OwnPastes } from './own-pastes.ts';
import type { PasteRow } from './paste-row.ts';
import type { OpenPaste, PasteReading } from './reading.ts';

export interface PasteRoutesDeps {
  readonly own: OwnPastes;
  readonly reading: PasteReading;
  readonly lock: LinkLock<PasteRow>;
  readonly guests: Pick<Guests, 'requireOn'>;
}

export function mountPastes(router: Router, { own, reading, lock, guests }: PasteRoutesDeps): void {
  router.mount(
    endpoints.createPaste,
    ({ caller, body, clientNetwork, remember }) =>
      own.create(
        caller === undefined ? { captchaToken: body.captchaToken ?? '', clientNetwork } : { caller },
        body,
        remember,
      ),
    { beforeBody: (caller) => (caller === undefined ? guests.requireOn() : undefined) },
  );
  router.mount(endpoints.listPastes, ({ caller, query }) => own.list(caller.userId, query));
  router.mount(endpoints.getPaste, ({ caller, params }) => own.get(caller.userId, params.id));
  router.mount(endpoints.deletePaste, ({ caller, params }) => own.delete(caller, params.id));

  const isUnlocked = (context: Context, paste: OpenPaste): boolean => paste.isOwn || lock.isUnlocked(context, paste);

  router.mount(endpoints.resolvePaste, async ({ params, caller, context, clientNetwork }) => {
    const paste = await reading.open(params.token, clientNetwork, caller);
    return reading.describe(paste, isUnlocked(context, paste));
  });

  router.mount(endpoints.unlockPaste, async ({ params, body, context, clientNetwork }) => {
    const paste = await reading.open(params.token, clientNetwork, undefined);
    return lock.unlock(context, paste, body.password);
  });

  router.mount(endpoints.revealPaste, async ({ params, caller, context, clientNetwork }) => {
    const paste = await reading.open(params.token, clientNetwork, caller);
    if (!isUnlocked(context, paste)) throw new DomainError('share_locked', 'This link asks for a password first.');
    return reading.reveal(paste, caller);
  });
}
