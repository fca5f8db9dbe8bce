/**
 * Visitors without an account who leave something: whether the server admits them, their captcha, their budget, and the hidden
 * owner of what they leave. Writes solved_captchas.
 *
 * `guests.ts` admits them; `create-captcha.ts` chooses among the captchas, `altcha.client.ts` solves that of this server.
 *
 * Invariants:
 * - What guests leave belongs to one hidden owner, whose quota limits them all together.
 * - A solved challenge is redeemed once, in the transaction of its purpose.
 */
export { captchaFailed, type CaptchaOnPage } from './captcha.ts';
export { Guests, type AdmitGuest, type Guest, tooManyFiles } from './guests.ts';
