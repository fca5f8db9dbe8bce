/**
 * The texts of the components. `{name}` is replaced by the name of a file, the other words in braces by what they say.
 *
 * @example
 * ```tsx
 * import { UploadDropzone, type UploadTexts } from '@drive/react';
 *
 * const texts: Partial<UploadTexts> = { choose: 'Dateien wählen', drop: 'oder hier ablegen' };
 * export const Inbox = () => <UploadDropzone endpoint="/api/upload" texts={texts} />;
 * ```
 */
export interface UploadTexts {
  /** Of the button. */
  readonly choose: string;
  /** Below the button of a dropzone. */
  readonly drop: string;
  /** Name of the list. */
  readonly uploads: string;
  readonly waiting: string;
  /** `{bytes}`, `{total}`. */
  readonly progress: string;
  /** `{progress}`, `{time}`. */
  readonly timeLeft: string;
  readonly paused: string;
  readonly done: string;
  /** `{name}`, as are those below. */
  readonly pauseFile: string;
  readonly resumeFile: string;
  readonly cancelFile: string;
  readonly retryFile: string;
  readonly removeFile: string;
  readonly pause: string;
  readonly resume: string;
  readonly cancel: string;
  readonly retry: string;
  readonly remove: string;
  /** Spoken by screen readers. */
  readonly fileDone: string;
  /** `{name}`, `{error}`. */
  readonly fileFailed: string;
  readonly empty: string;
  /** `{limit}`. */
  readonly tooLarge: string;
  readonly wrongType: string;
  /** `{limit}`. */
  readonly tooMany: string;
  readonly notAllowed: string;
  readonly ended: string;
  readonly noSpace: string;
  readonly offline: string;
  readonly busy: string;
  /** For all other errors. */
  readonly failed: string;
}

export const englishTexts: UploadTexts = {
  choose: 'Choose files',
  drop: 'or drop them here',
  uploads: 'Uploads',
  waiting: 'Waiting',
  progress: '{bytes} of {total}',
  timeLeft: '{progress}, {time} left',
  paused: 'Paused at {bytes} of {total}',
  done: 'Uploaded, {total}',
  pauseFile: 'Pause {name}',
  resumeFile: 'Continue {name}',
  cancelFile: 'Cancel {name}',
  retryFile: 'Retry {name}',
  removeFile: 'Remove {name} from the list',
  pause: 'Pause',
  resume: 'Continue',
  cancel: 'Cancel',
  retry: 'Retry',
  remove: 'Remove',
  fileDone: '{name} is uploaded.',
  fileFailed: '{name} could not be uploaded. {error}',
  empty: 'The file is empty.',
  tooLarge: 'The file is too large. At most {limit} are allowed.',
  wrongType: 'Files of this type are not accepted.',
  tooMany: 'No more files can be uploaded here.',
  notAllowed: 'You may not upload here. Sign in and try again.',
  ended: 'This upload has ended. Try again.',
  noSpace: 'There is no space left for this file.',
  offline: 'The connection broke off. Check it and try again.',
  busy: 'Too many uploads at the moment. Try again in a minute.',
  failed: 'Something went wrong. Try again.',
};

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The text for an error code of Drive. */
const byCode: Readonly<Record<string, keyof UploadTexts>> = {
  payload_too_large: 'tooLarge',
  file_type_not_allowed: 'wrongType',
  grant_exhausted: 'tooMany',
  grant_limit_reached: 'busy',
  too_many_requests: 'busy',
  rate_limited: 'busy',
  authentication_required: 'notAllowed',
  access_denied: 'notAllowed',
  origin_not_allowed: 'notAllowed',
  grant_invalid: 'ended',
  grant_expired: 'ended',
  upload_session_expired: 'ended',
  upload_session_not_found: 'ended',
  storage_quota_exceeded: 'noSpace',
  item_quota_exceeded: 'noSpace',
  network_error: 'offline',
  timeout: 'offline',
};

export const textOfCode = (code: string): keyof UploadTexts => byCode[code] ?? 'failed';
