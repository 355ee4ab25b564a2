/**
 * The audit log: what operators change, and which personal data they read. Owns the table audit_entry, to which the service only adds, and audit_digest.
 * An entry is written in the transaction of the change that it records. Knows no other domain.
 */
export {
  type AuditEntry,
  type AuditedRequest,
  type AuditFilter,
  type AuditQuery,
  type AuditRow,
  findAuditEntries,
  type OperatorAction,
  operatorActor,
  readAuditEntries,
  recordAudit,
  sumAudited,
  versionConflict,
} from './audit.repo.ts'
export { type AuditDigest, checkDigests, writeDigests } from './digests.repo.ts'
