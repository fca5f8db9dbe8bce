/** The audit log as administrators read it. Writes no table: `platform/audit` writes entries, in the transaction of each action. */
export { createAuditLog } from './create-audit-log.ts';
