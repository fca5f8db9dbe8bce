import { endpoints } from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import { Answer, exchangeOf, type Router } from '../../../platform/http/index.ts';
import type { CopyAnswer } from '../../files/index.ts';
import { requirePerson } from '../../links/index.ts';
import { requireReceiving } from '../uploads/share-reception.ts';
import { searchShares, type PublicNames } from './public-search.ts';
import { toLockedShare, type PublicShares, type PublicSharesDeps } from './public-shares.ts';
import { listShared } from './shared-items.ts';
import { ticketIn, type Visitors } from './visitors.ts';

export interface PublicServices {
  readonly publicShares: PublicShares;
  readonly visitors: Visitors;
  readonly publicNames: PublicNames;
}

export function mountPublicShareRoutes(
  router: Router,
  deps: PublicSharesDeps,
  { publicShares, visitors, publicNames }: PublicServices,
): void {
  const { database, shares, feedback, featureLimiter } = deps;

  router.mount(endpoints.resolveShare, async ({ params, caller, context, clientNetwork }) => {
    await featureLimiter.consume('shareResolve', clientNetwork);
    const share = await shares.requireOpenShare(database.reader, { token: params.token }, { orUsedUp: true });
    shares.tickets.requireOpen(share, ticketIn(context));
    const visitor = await visitors.of(context, share);
    if (!visitor.isUnlocked) return toLockedShare(share);
    if (visitor.isHuman) await shares.visits.opened(share, visitor.recipient);
    return publicShares.describe(share, feedback.authors.find(context, share, caller));
  });

  router.mount(endpoints.unlockShare, async ({ params, body, context }) => {
    const share = await publicShares.openWithTicket(context, params.token);
    return shares.lock.unlock(context, share, body.password);
  });

  router.mount(endpoints.listShareFiles, async ({ params, query, context }) => {
    const share = await publicShares.openWithTicket(context, params.token);
    await visitors.requireUnlocked(context, share);
    return listShared(deps, share, { ...query, folderId: query.parentId });
  });

  router.mount(endpoints.getShareDownloadUrl, async ({ params, query, context }) => {
    const share = await publicShares.openWithTicket(context, params.token);
    const visitor = await visitors.requireUnlocked(context, share);
    shares.tickets.requireValid(share, ticketIn(context));
    const file = await publicShares.requireFile(share, query.fileId);
    return { downloadUrl: await publicShares.fileUrl(share, file, visitor, query.inline) };
  });

  router.mount(endpoints.createShareTicket, async ({ params, context, clientNetwork, remember }) => {
    const share = await publicShares.open(params.token, clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    requirePerson(context);
    return publicShares.createTicket(share, visitor, remember);
  });

  router.mount(endpoints.createShareArchive, async ({ params, body, context, clientNetwork }) => {
    const share = await publicShares.open(params.token, clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    requirePerson(context);
    return publicShares.archive(share, visitor, { fileIds: body.fileIds ?? undefined });
  });

  router.mount(endpoints.saveShare, async ({ params, body, caller, context, clientNetwork, remember }) => {
    const share = await publicShares.open(params.token, clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    requirePerson(context);
    return savedAnswer(
      await publicShares.save(share, visitor, caller, body, (tx, answer) => remember(tx, savedAnswer(answer))),
    );
  });

  router.mount(endpoints.createShareUpload, async ({ params, body, context, clientNetwork }) => {
    const share = await publicShares.open(params.token, clientNetwork);
    await visitors.requireUnlocked(context, share);
    const { uploaderName = null, uploaderEmail = null, parentId, ...file } = body;
    const link = await requireReceiving(deps, database.reader, share, parentId);
    return shares.reception.reserve(link, file, { name: uploaderName, email: uploaderEmail }, clientNetwork);
  });

  router.mount(endpoints.reportShare, async ({ params, body, context, clientNetwork }) => {
    const share = await publicShares.open(params.token, clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    await publicShares.report(share, visitor, body);
  });

  feedback.routes(router, async (context, token, caller) => {
    const share = await publicShares.open(token, exchangeOf(context).clientNetwork);
    if (!mayDo(caller, share, 'read')) await visitors.requireUnlocked(context, share);
    return share;
  });

  router.mount(endpoints.searchPublic, ({ query }) => searchShares(deps, publicNames, { ...query, q: query.q ?? '' }));
}

const savedAnswer = (answer: CopyAnswer): Answer<CopyAnswer> =>
  'operationId' in answer ? new Answer(202, answer) : Answer.ofBatch(answer);
