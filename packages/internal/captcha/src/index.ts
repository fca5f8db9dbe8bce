/** The captchas of forms without an account: a proof of work of this server, or a service. This package alone writes solved_captchas. */
export { deleteExpiredCaptchas, type CaptchaSchema, type SolvedCaptchasTable } from './captcha-store.ts';
export {
  captchaFailed,
  captchaOnPage,
  captchaServices,
  readSolver,
  type Captcha,
  type CaptchaConfig,
  type CaptchaOnPage,
  type Redeem,
} from './captcha.ts';
export { createCaptcha, type CaptchaDeps } from './create-captcha.ts';
