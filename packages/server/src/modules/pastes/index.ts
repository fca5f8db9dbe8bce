/**
 * Pastes: texts with a link. Writes pastes.
 *
 * `paste-owner.ts` holds the authors' operations, `paste-visitor.ts` the visitors'; `paste-sweep.ts` deletes ended
 * pastes. `pages/` has the page of a paste and the form that creates one, with the client script that solves the
 * captcha.
 *
 * Invariants:
 * - The content counts in its owner's usage while it exists; both change in one transaction.
 * - The content of a paste that burns is returned to one caller ever, to a POST, and deleted before the response.
 * - A paste of a guest belongs to the hidden owner of anonymous uploads, within its limits.
 */
export { createPastes, type Pastes, type PastesDeps } from './create-pastes.ts';
