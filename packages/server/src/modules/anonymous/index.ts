/**
 * Uploads without an account. Writes solved_captchas.
 *
 * Who is who: `uploading.ts` holds the rules, `routes.ts` the endpoints, `captcha/` what tells people from programs;
 * `pages.tsx`, `upload-page.tsx` and `links-page.tsx` are the page, `upload.client.ts` and `altcha.client.ts` its scripts,
 * and `form-route.tsx` what it does without them; `retention.ts` deletes what has been there too long.
 *
 * What always holds:
 * - What comes without an account belongs to one hidden owner, whose quota is the cap on all of it.
 * - Each file lies in a folder of its own: no name depends on what others have uploaded.
 * - Nothing is reserved before every size, the budget and the captcha were looked at.
 * - A solved challenge is used up in the transaction of what it was solved for, and never again.
 */
export { createAnonymous, type Anonymous, type AnonymousDeps, type Guests } from './anonymous.ts';
export type { CaptchaOnPage } from './captcha/captcha-on-page.ts';
