import { endpoints } from '@drive/contract';
import type { Context } from 'hono';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { LinkLock } from '../links/index.ts';
import type { Collecting } from './collecting.ts';
import type { CollectionRow } from './collection-row.ts';
import type { OwnCollections } from './own-collections.ts';

export interface CollectionRoutesDeps {
  readonly own: OwnCollections;
  readonly collecting: Collecting;
  readonly lock: LinkLock<CollectionRow>;
}

export function mountCollections(router: Router, { own, collecting, lock }: CollectionRoutesDeps): void {
  router.mount(endpoints.createCollection, ({ caller, body, remember }) => own.create(caller.userId, body, remember));

  router.mount(endpoints.listCollections, ({ caller, query }) => own.list(caller.userId, query));

  router.mount(endpoints.getCollection, ({ caller, params }) => own.get(caller.userId, params.id));

  router.mount(endpoints.updateCollection, ({ caller, params, body }) => own.change(caller.userId, params.id, body));

  router.mount(endpoints.deleteCollection, ({ caller, params }) => own.close(caller.userId, params.id));

  router.mount(endpoints.listCollectedUploads, ({ caller, params, query }) =>
    own.listUploads(caller.userId, params.id, query),
  );

  const isUnlocked = (context: Context, collection: CollectionRow): boolean => lock.isUnlocked(context, collection);

  router.mount(endpoints.resolveCollection, async ({ params, context, clientNetwork }) => {
    const collection = await collecting.open(params.token, clientNetwork);
    return collecting.describe(collection, isUnlocked(context, collection));
  });

  router.mount(endpoints.unlockCollection, async ({ params, body, context, clientNetwork }) => {
    const collection = await collecting.open(params.token, clientNetwork);
    return lock.unlock(context, collection, body.password);
  });

  router.mount(endpoints.createCollectedUpload, async ({ params, body, context, clientNetwork }) => {
    const collection = await collecting.open(params.token, clientNetwork);
    if (!isUnlocked(context, collection)) throw new DomainError('share_locked', 'This link asks for a password first.');
    const { uploaderName = null, uploaderEmail = null, ...file } = body;
    return collecting.reserve(collection, file, { name: uploaderName, email: uploaderEmail }, clientNetwork);
  });
}
