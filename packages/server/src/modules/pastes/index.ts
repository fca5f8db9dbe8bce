/**
 * Texts with a link. Writes pastes.
 *
 * Who is who: `own-pastes.ts` is what those do who make them, `reading.ts` what those do who have the link; `routes.ts` mounts
 * the JSON, `raw-route.ts` the text by itself, `pages/` what people see: `paste-pages.tsx` a paste, `new-paste-pages.tsx` the
 * form that makes one, with `paste.client.ts` where a captcha of this server is to be solved; `sweep.ts` takes away what is
 * over; `store.ts` speaks to the table.
 *
 * What always holds:
 * - The content counts in its owner's usage as long as it is there, and is taken out in the transaction that counts it out.
 * - What burns is given to one caller ever, by a POST, and is gone from the row before the answer is begun.
 * - What came without an account belongs to the hidden owner of anonymous uploads, by their limits.
 */
export { createPastes, type Pastes, type PastesDeps } from './pastes.ts';
