/**
 * Uploads without an account. Writes solved_captchas.
 *
 * `guest-uploads.ts` holds the rules, `captcha/` the captchas; `upload-page.tsx` is the page with the client scripts
 * `upload.client.ts` and `altcha.client.ts`, `upload-page-form.tsx` the target of its form without scripts;
 * `anonymous-retention.ts` deletes old uploads.
 *
 * Invariants:
 * - Uploads of guests belong to one hidden owner, whose quota limits them all together. What a signed-in user sends from
 *   the upload page belongs to that user.
 * - Each file has its own folder: no name depends on other uploads.
 * - Nothing is reserved before every size, the limits and the captcha are checked.
 * - A solved challenge is redeemed once, in the transaction of its upload.
 */
export type { CaptchaOnPage } from './captcha/captcha.ts';
export { createAnonymous, type Anonymous, type AnonymousDeps, type Guests } from './create-anonymous.ts';
