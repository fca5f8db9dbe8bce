import { endpoints } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { LinkLock } from '../links/index.ts';
import type { OwnProofings } from './own-proofings.ts';
import type { ProofingRow } from './proofing-row.ts';
import type { Proofer } from './proofing.ts';

export interface ProofingRoutesDeps {
  readonly own: OwnProofings;
  readonly proofer: Proofer;
  readonly lock: LinkLock<ProofingRow>;
}

export function mountProofings(router: Router, { own, proofer, lock }: ProofingRoutesDeps): void {
  router.mount(endpoints.createProofing, ({ caller, body, remember }) => own.create(caller.userId, body, remember));
  router.mount(endpoints.listProofings, ({ caller, query }) => own.list(caller.userId, query));
  router.mount(endpoints.getProofing, ({ caller, params }) => own.get(caller.userId, params.id));
  router.mount(endpoints.updateProofing, ({ caller, params, body }) => own.change(caller.userId, params.id, body));
  router.mount(endpoints.deleteProofing, ({ caller, params }) => own.end(caller.userId, params.id));
  router.mount(endpoints.listSubmissions, ({ caller, params, query }) =>
    own.listSubmissions(caller.userId, params.id, query),
  );

  const isUnlocked = (context: Context, proofing: ProofingRow): boolean => lock.isUnlocked(context, proofing);

  router.mount(endpoints.resolveProofing, async ({ params, context, clientNetwork }) => {
    const proofing = await proofer.open(params.token, clientNetwork);
    return proofer.describe(proofing, isUnlocked(context, proofing));
  });

  router.mount(endpoints.unlockProofing, async ({ params, body, context, clientNetwork }) => {
    const proofing = await proofer.open(params.token, clientNetwork);
    return lock.unlock(context, proofing, body.password);
  });

  router.mount(endpoints.createSubmission, async ({ params, body, context, clientNetwork }) => {
    const proofing = await proofer.open(params.token, clientNetwork);
    if (!isUnlocked(context, proofing)) throw new DomainError('share_locked', 'This link asks for a password first.');
    return proofer.submit(proofing, body, clientNetwork);
  });
}
