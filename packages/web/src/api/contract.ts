import './zod-without-eval.ts';
import {
  auditActions,
  Email,
  limits,
  NewCollection,
  NewPaste,
  NewProofing,
  NewRecipients,
  ShareChange,
  ShareModeChange,
  SharePassword,
} from '@drive/contract';
import type { ZodType } from 'zod';
import { loadReasons, type Messages } from '../i18n/texts.ts';

export {
  auditActions,
  Email,
  limits,
  NewCollection,
  NewPaste,
  NewProofing,
  NewRecipients,
  ShareChange,
  ShareModeChange,
  SharePassword,
};

/** Returns the API's objection to a value in the user's language, true if there is none. For `validate` of a form. */
export const checkWith =
  (schema: ZodType, { errors }: Messages) =>
  async (value: unknown): Promise<true | string> => {
    const issue = schema.safeParse(value).error?.issues[0];
    if (issue === undefined) return true;
    await loadReasons().catch(() => {});
    return errors.issues[issue.code] ?? issue.message;
  };
