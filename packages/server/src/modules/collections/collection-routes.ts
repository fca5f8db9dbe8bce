import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { LinkLock } from '../links/index.ts';
import type { VisitorReception } from '../visitor-uploads/index.ts';
import type { CollectionOwner } from './collection-owner.ts';
import type { CollectionVisitor, OpenCollection } from './collection-visitor.ts';

export interface CollectionServices {
  readonly owner: CollectionOwner;
  readonly visitor: CollectionVisitor;
  readonly lock: LinkLock<OpenCollection>;
  readonly reception: VisitorReception<OpenCollection>;
}

export function mountCollectionRoutes(router: Router, { owner, visitor, lock, reception }: CollectionServices): void {
  router.mount(endpoints.createCollection, ({ caller, body, remember }) => owner.create(caller.userId, body, remember));
  router.mount(endpoints.listCollections, ({ caller, query }) => owner.list(caller, query));
  router.mount(endpoints.getCollection, ({ caller, params }) => owner.get(caller.userId, params.id));
  router.mount(endpoints.updateCollection, ({ caller, params, body }) => owner.change(caller.userId, params.id, body));
  router.mount(endpoints.deleteCollection, ({ caller, params }) => owner.close(caller.userId, params.id));
  router.mount(endpoints.listCollectedUploads, ({ caller, params, query }) =>
    owner.listUploads(caller.userId, params.id, query),
  );

  router.mount(endpoints.resolveCollection, async ({ params, context, clientNetwork }) => {
    const collection = await visitor.open(params.token, clientNetwork);
    return visitor.describe(collection, lock.isUnlocked(context, collection));
  });
  router.mount(endpoints.unlockCollection, async ({ params, body, context, clientNetwork }) =>
    lock.unlock(context, await visitor.open(params.token, clientNetwork), body.password),
  );
  router.mount(endpoints.createCollectedUpload, async ({ params, body, context, clientNetwork }) => {
    const collection = await visitor.open(params.token, clientNetwork);
    lock.requireUnlocked(context, collection);
    const { uploaderName = null, uploaderEmail = null, ...file } = body;
    return reception.reserve(collection, file, { name: uploaderName, email: uploaderEmail }, clientNetwork);
  });
}
