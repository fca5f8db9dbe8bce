/** The audit log. This folder alone writes the audit_log table. */
export {
  changedNames,
  shareMark,
  type Audit,
  type AuditActor,
  type AuditRecord,
  type AuditTarget,
} from './audit-port.ts';
export { createAudit, type AuditDeps } from './create-audit.ts';
export type { AuditDetails } from './audit-details.ts';
