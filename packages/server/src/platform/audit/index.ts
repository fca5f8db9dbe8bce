/** Who did what, and when. This folder alone writes the audit_log table. */
export type { Audit, AuditActor, AuditRecord, AuditTarget } from './audit.ts';
export { changedNames } from './changed-names.ts';
export { createAudit, type AuditDeps } from './create-audit.ts';
export type { AuditDetails } from './details.ts';
export { shareMark } from './share-mark.ts';
