/**
 * Files from visitors: what links that accept files have in common, which are file requests and shares of folders. Each
 * kind has its own table of received uploads; the calling kind owns it.
 *
 * `visitor-reception.ts` reserves and books uploads and announces them, `reception-mails.ts` emails owners what has arrived,
 * `end-reservations.ts` ends reservations of a closed link; `pages/` has the form with its client script, and its target.
 *
 * Invariants:
 * - Files that arrived and uploads that are reserved are never more than the link allows.
 * - The transaction that ends an upload also settles its place, its event and its email.
 */
export { createEndReservations } from './end-reservations.ts';
export { formIsLocked, mountReceptionForm, type FormProblem, type TypedFields } from './pages/reception-form.tsx';
export {
  mountUploadFormScript,
  sentCountOf,
  UploadForm,
  uploadFormCss,
  uploadFormScript,
  UploadLimits,
} from './pages/upload-form.tsx';
export { createReceivedStore } from './received-upload-store.ts';
export { createReceptionMails, type ReceptionMailsDeps } from './reception-mails.ts';
export { VisitorReception, type ReceivingLink, type ReceptionDeps } from './visitor-reception.ts';
