/**
 * Proofings: links where clients choose among files. Writes proofings, proofing_files and proofing_submissions.
 *
 * Who is who: `own-proofings.ts` is what an owner does with them, `proofing.ts` what clients do; `submission-mails.ts` tells
 * owners what was chosen; `routes.ts` mounts the JSON, `pages/` what people see: `proof-pages.tsx` the clients,
 * `selections-pages.tsx` the owner; `store.ts` and `submission-store.ts` speak to the tables.
 *
 * What always holds:
 * - A proofing shows its files as long as they are alive, and nothing else of its owner's.
 * - A submission, its event and its mail are written together; rounds are numbered without gaps.
 */
export { createProofings, type Proofings, type ProofingsDeps } from './proofings.ts';
