/**
 * ZIPs of everything that a user has: an operation plans an archive of the tree, with what the API answers about the account as
 * JSON. Writes no table of its own: operations are those of `files`, and the plan is that of `archives`.
 *
 * Invariants:
 * - A key gets what its scopes allow.
 * - The database holds no usable URL: the token of the archive is encrypted.
 * - The plans of a user's earlier exports are deleted before the next is made, except that of a download that may still run.
 */
export type { AnswerOwn } from './export-documents.ts';
export { Exports, type ExportsDeps } from './exports.ts';
