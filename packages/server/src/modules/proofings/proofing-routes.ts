import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { LinkLock } from '../links/index.ts';
import type { ProofingOwner } from './proofing-owner.ts';
import type { OpenProofing, ProofingVisitor } from './proofing-visitor.ts';

export interface ProofingServices {
  readonly owner: ProofingOwner;
  readonly visitor: ProofingVisitor;
  readonly lock: LinkLock<OpenProofing>;
}

export function mountProofingRoutes(router: Router, { owner, visitor, lock }: ProofingServices): void {
  router.mount(endpoints.createProofing, ({ caller, body, remember }) => owner.create(caller.userId, body, remember));
  router.mount(endpoints.listProofings, ({ caller, query }) => owner.list(caller, query));
  router.mount(endpoints.getProofing, ({ caller, params }) => owner.get(caller.userId, params.id));
  router.mount(endpoints.updateProofing, ({ caller, params, body }) => owner.change(caller.userId, params.id, body));
  router.mount(endpoints.deleteProofing, ({ caller, params }) => owner.end(caller.userId, params.id));
  router.mount(endpoints.listSubmissions, ({ caller, params, query }) =>
    owner.listSubmissions(caller.userId, params.id, query),
  );
  router.mount(endpoints.getSubmission, ({ caller, params }) =>
    owner.getSubmission(caller, params.id, params.submissionId),
  );

  router.mount(endpoints.resolveProofing, async ({ params, context, clientNetwork }) => {
    const proofing = await visitor.open(params.token, clientNetwork);
    return visitor.describe(proofing, lock.isUnlocked(context, proofing));
  });
  router.mount(endpoints.unlockProofing, async ({ params, body, context, clientNetwork }) =>
    lock.unlock(context, await visitor.open(params.token, clientNetwork), body.password),
  );
  router.mount(endpoints.createSubmission, async ({ params, body, context, clientNetwork }) => {
    const proofing = await visitor.open(params.token, clientNetwork);
    lock.requireUnlocked(context, proofing);
    return visitor.submit(proofing, body, clientNetwork);
  });
}
