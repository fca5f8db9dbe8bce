/**
 * Visitors without an account who leave something: whether the server admits them, their captcha, their budget, and the hidden
 * owner of what they leave.
 *
 * `guests.ts` admits them; the captchas are in `@drive/captcha`.
 *
 * Invariants:
 * - What guests leave belongs to one hidden owner, whose quota limits them all together.
 * - A solved challenge is redeemed once, in the transaction of its purpose.
 */
export { captchaFailed, type CaptchaOnPage } from '@drive/captcha';
export { Guests, type AdmitGuest, type Guest, tooManyFiles } from './guests.ts';
