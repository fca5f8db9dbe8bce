import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AuditPage, auditActions } from '../../schemas/audit-schemas.ts';
import { Id, pageQuery, QueryTime } from '../../schemas/primitives.ts';

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit',
  tag: 'Administration',
  summary: 'List audit events',
  description: `Returns sign-ins, changes to API keys and shares, and actions of administrators. Entries are kept for ${limits.auditDays} days.`,
  auth: 'admin',
  scope: 'admin',
  query: z.object({
    userId: Id.optional().describe('Only entries in which this user is the actor or the affected account.'),
    action: z.enum(auditActions).optional().describe('Only entries with this action.'),
    from: QueryTime.optional().describe('Only entries at or after this time.'),
    to: QueryTime.optional().describe('Only entries before this time.'),
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of entries, newest first.', schema: AuditPage } },
  errors: [],
});
