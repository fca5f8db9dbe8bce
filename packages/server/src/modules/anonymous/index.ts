/**
 * Uploads without an account.
 *
 * `guest-uploads.ts` reserves them; `upload-page.tsx` is the page with the client script `upload.client.ts`,
 * `upload-page-form.tsx` the target of its form without scripts; `anonymous-retention.ts` deletes old uploads.
 *
 * Invariants:
 * - Uploads of guests belong to the hidden owner of `modules/guests`. What a signed-in user sends from the upload page belongs to
 *   that user.
 * - Each file has its own folder: no name depends on other uploads.
 * - Nothing is reserved before every size, the limits and the captcha are checked.
 */
export { createAnonymous, type Anonymous } from './create-anonymous.ts';
