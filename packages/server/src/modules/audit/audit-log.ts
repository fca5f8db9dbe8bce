import { endpoints } from '@drive/contract';
import type { Database } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import { paginationOf, rowsOf } from '../../platform/paging.ts';
import { toEntry } from './entry.ts';
import { countRecords, listRecords, type AuditFilter } from './store.ts';

export interface AuditLogDeps {
  readonly database: Database;
  readonly config: { readonly listMax: number };
}

export function createAuditLog({ database, config }: AuditLogDeps): { routes(router: Router): void } {
  const reader = database.asideReader;
  return {
    routes: (router) =>
      router.mount(endpoints.listAudit, async ({ query: { userId, action, from, to, page, ...query } }) => {
        const filter: AuditFilter = { userId, action, from, to };
        const limit = Math.min(query.limit, config.listMax);
        const totalItems = await countRecords(reader, filter);
        const rows = await listRecords(reader, filter, rowsOf({ page, limit }));
        return {
          audit: rows.map(toEntry),
          pagination: paginationOf({ page, limit }, totalItems),
        };
      }),
  };
}
