/** Shows administrators who did what. Writes nothing: `platform/audit` does, in the transaction of what happened. */
export { createAuditLog, type AuditLogDeps } from './audit-log.ts';
