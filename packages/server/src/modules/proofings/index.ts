/**
 * Proofings: galleries from which clients select files. Writes proofings, proofing_files and proofing_submissions.
 *
 * `proofing-owner.ts` holds the owners' operations, `proofing-visitor.ts` the clients'; `submission-mails.ts` emails
 * selections to owners. `pages/` has the gallery and the owner's list of selections.
 *
 * Invariants:
 * - A proofing shows its own files while they are alive, and nothing else of its owner.
 * - A submission, its event and its email are written together; rounds are numbered without gaps.
 */
export { createProofings, type Proofings, type ProofingsDeps } from './create-proofings.ts';
