import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { AuditPage, auditActions } from '../schemas/audit.ts';
import { Id, QueryPositive, QueryTime } from '../schemas/primitives.ts';

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit',
  tag: 'Administration',
  summary: 'Who did what, and when',
  description: `Sign-ins, keys, shares and what administrators did, kept ${limits.auditDays} days. \`limit\` is clamped to the server’s maximum.`,
  auth: 'admin',
  query: z.object({
    userId: Id.optional().describe('What this user did, or what was done to the account.'),
    action: z.enum(auditActions).optional(),
    from: QueryTime.optional().describe('Not before.'),
    to: QueryTime.optional().describe('Before.'),
    page: QueryPositive.default(1),
    limit: QueryPositive.default(limits.defaultPageSize),
  }),
  responses: { 200: { description: 'One page, newest first.', schema: AuditPage } },
  errors: [],
});
