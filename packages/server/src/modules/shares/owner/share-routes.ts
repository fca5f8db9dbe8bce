import { endpoints, type ShareDescriptor, type SlugAvailability } from '@drive/contract';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { Answer, type Router } from '../../../platform/http/index.ts';
import { ownerOfList } from '../../files/index.ts';
import { findSlugProblem } from '../../links/index.ts';
import { toDescriptor } from '../share-descriptor.ts';
import { findShortLink, type ShareRow } from '../share-store.ts';
import type { ShareReception } from '../uploads/share-reception.ts';
import { OwnShares, type OwnShareDeps, type OwnShareKey } from './own-shares.ts';
import { findListedShare, listListed, listShares } from './share-listing.ts';
import type { Recipients } from './share-recipients.ts';
import { changeVisibility } from './share-visibility.ts';

/** Endpoints name a share by its file (`setFileShareExpiry`), its folder (`setFolderShareExpiry`) or its token (`setShareExpiry`). */
const targets = ['File', 'Folder', ''] as const;

const keyOf = (target: (typeof targets)[number], params: Params): OwnShareKey => {
  if (target === '') return { kind: 'token', token: params.token ?? '' };
  return target === 'File' ? { kind: 'file', id: params.fileId ?? '' } : { kind: 'folder', id: params.folderId ?? '' };
};

interface Params {
  readonly fileId?: string;
  readonly folderId?: string;
  readonly token?: string;
}

export function mountShareRoutes(
  router: Router,
  deps: OwnShareDeps & { readonly recipients: Recipients; readonly reception: ShareReception },
): void {
  const { database, clock, recipients, reception } = deps;
  const own = new OwnShares(deps);
  const describe = async (reader: Reader, share: ShareRow): Promise<ShareDescriptor> =>
    toDescriptor(deps, share, (await listListed(deps.files, reader, [share], clock.now())).get(share.rowId));
  const described = async (share: Promise<ShareRow>) => describe(database.reader, await share);

  const describedTo =
    (remember: (tx: Tx, answer: ShareDescriptor) => Promise<void>) =>
    async (tx: Tx, share: ShareRow): Promise<void> =>
      remember(tx, await describe(tx, share));

  router.mount(endpoints.createFileShare, ({ caller, params, body, remember }) =>
    described(own.put(caller.userId, { kind: 'file', id: params.fileId }, body, describedTo(remember))),
  );
  router.mount(endpoints.createFolderShare, ({ caller, params, body, remember }) =>
    described(own.put(caller.userId, { kind: 'folder', id: params.folderId }, body, describedTo(remember))),
  );

  router.mount(endpoints.setFileShareMode, ({ caller, params, body }) =>
    described(own.setMode(caller.userId, { kind: 'file', id: params.fileId }, body)),
  );
  router.mount(endpoints.setFolderShareMode, ({ caller, params, body }) =>
    described(own.setMode(caller.userId, { kind: 'folder', id: params.folderId }, body)),
  );
  router.mount(endpoints.updateShare, ({ caller, params, body }) =>
    described(own.update(caller.userId, params.token, body)),
  );
  router.mount(endpoints.listItemLinks, async ({ caller, params }) => ({
    links: await own.listLinks(caller.userId, params.id),
  }));
  router.mount(endpoints.createItemLink, ({ caller, params, body, remember }) =>
    own.addLink(caller.userId, params.id, body, remember),
  );

  for (const target of targets) {
    router.mount(endpoints[`revoke${target}Share`], ({ caller, params }) =>
      own.revoke(caller.userId, keyOf(target, params)),
    );
    router.mount(endpoints[`set${target}ShareExpiry`], ({ caller, params, body }) =>
      described(own.setExpiry(caller.userId, keyOf(target, params), body.expiresInDays)),
    );
    router.mount(endpoints[`set${target}ShareNotify`], ({ caller, params, body }) =>
      described(own.setNotify(caller.userId, keyOf(target, params), body)),
    );
    router.mount(endpoints[`set${target}SharePassword`], ({ caller, params, body }) =>
      described(own.setPassword(caller.userId, keyOf(target, params), body.password)),
    );
    router.mount(endpoints[`set${target}ShareSlug`], ({ caller, params, body }) =>
      described(own.setSlug(caller.userId, keyOf(target, params), body.slug)),
    );
    router.mount(endpoints[`get${target}UnlockEvents`], ({ caller, params }) =>
      own.readUnlocks(caller.userId, keyOf(target, params)),
    );
  }

  router.mount(endpoints.createMultiShare, ({ caller, body, remember }) =>
    own.createMulti(caller.userId, body, remember),
  );

  router.mount(endpoints.setVisibility, async ({ caller, body }) =>
    Answer.ofBatch(await changeVisibility(deps, caller, body)),
  );

  router.mount(endpoints.listShares, async ({ caller, query: { driveId, ...page } }) => {
    const { reader } = database;
    return listShares(deps, reader, { ...page, ownerId: await ownerOfList(reader, caller, driveId) });
  });

  router.mount(endpoints.getShare, async ({ caller, params: { token } }) => {
    const { token: known, ownerId } = await own.get(caller.userId, token);
    const share = await findListedShare(deps, database.reader, { ownerId, token: known });
    if (share === undefined) throw new DomainError('share_not_found', 'You have no share with this token.');
    return share;
  });

  router.mount(endpoints.listShareUploads, async ({ caller, params, query }) => {
    const { rowId, uploadCount: fileCount } = await own.get(caller.userId, params.token);
    return reception.listArrived({ rowId, fileCount }, query);
  });

  router.mount(endpoints.sendShare, async ({ caller, params, body, remember }) =>
    recipients.send(await own.get(caller.userId, params.token), body, remember),
  );

  router.mount(endpoints.listRecipients, async ({ caller, params, query }) =>
    recipients.list(await own.get(caller.userId, params.token), query),
  );

  router.mount(endpoints.removeRecipient, async ({ caller, params }) =>
    recipients.remove(await own.get(caller.userId, params.token), params.id),
  );

  router.mount(endpoints.getSlugAvailability, ({ query }) => checkSlug(database.reader, query.slug));
}

async function checkSlug(reader: Reader, slug: string): Promise<SlugAvailability> {
  const problem = await findSlugProblem(slug);
  if (problem !== undefined) return { slug, available: false, reason: problem };
  const isTaken = (await findShortLink(reader, slug)) !== undefined;
  return { slug, available: !isTaken, reason: isTaken ? 'taken' : null };
}
