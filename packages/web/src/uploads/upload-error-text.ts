import { errorText } from '../api/error-text.ts';
import type { Messages } from '../i18n/en.ts';
import type { Formats } from '../i18n/format.ts';
import { UploadRefusal } from './upload-refusal.ts';

export function uploadErrorText(error: unknown, messages: Messages, formats: Formats): string {
  if (!(error instanceof UploadRefusal)) return errorText(error, messages, formats);
  const { uploads } = messages;
  const [needed, allowed] = error.bytes.map(formats.size) as [string, string];
  return error.reason === 'too-large' ? uploads.tooLarge(needed, allowed) : uploads.quota(needed, allowed);
}
