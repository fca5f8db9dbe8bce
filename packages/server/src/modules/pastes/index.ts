/**
 * Pastes: texts with a link. Writes pastes.
 *
 * `paste-owner.ts` holds what authors do, `paste-visitor.ts` what visitors do; `paste-sweep.ts` deletes what has ended.
 * `pages/` has the page of a paste and the form that creates one, with the client script that solves the captcha.
 *
 * Invariants:
 * - The content counts in its owner's usage while it exists; both change in one transaction.
 * - The content of a paste that burns is answered to one caller ever, to a POST, and deleted before it is answered.
 * - A paste of a guest belongs to the hidden owner of anonymous uploads, within its limits.
 */
export { createPastes, type Pastes, type PastesDeps } from './create-pastes.ts';
