import * as z from 'zod';
import { limits } from '../limits.ts';
import { ShareMode } from './items.ts';
import { LinkName } from './link-wishes.ts';
import { Bytes, CaptchaToken, Id, omittable, Pagination, text, Timestamp } from './primitives.ts';
import { SharePassword } from './shares.ts';

/** A label, not a promise: `typescript`, `c++`, `Objective-C`. */
export const PasteLanguage = text(limits.pasteLanguageCharacters, (raw) => raw.trim())
  .regex(/^[\p{L}\p{N}+#._ -]+$/u, 'must be letters, digits, spaces and + # . _ -')
  .meta({ minLength: 1, maxLength: limits.pasteLanguageCharacters, pattern: undefined, examples: ['typescript'] });

export const NewPaste = z
  .strictObject({
    content: text(limits.pasteBodyBytes)
      .min(1, 'must not be empty')
      .describe('Kept as it is, up to 512 KiB in UTF-8.')
      .meta({ maxLength: undefined }),
    title: omittable(LinkName),
    language: omittable(PasteLanguage).describe('What it is written in: a label for those who read it.'),
    expiresInDays: omittable(z.int().min(0).max(limits.shareExpiryDays)).describe('0, null or omitted: never.'),
    password: omittable(SharePassword),
    burnAfterReading: omittable(z.boolean()).describe('Its content is given once, by revealing it. Default false.'),
    shareMode: omittable(ShareMode).describe(
      'SHARED: whoever has the link; PUBLIC: search engines, too; PRIVATE: its owner alone. Default SHARED.',
    ),
    captchaToken: omittable(CaptchaToken).describe('Needed without an account, where a captcha is on.'),
  })
  .meta({ id: 'NewPaste', 'x-example': { content: 'hello\n', title: 'Greeting', expiresInDays: 7 } });
export type NewPaste = z.infer<typeof NewPaste>;

export const Paste = z
  .object({
    id: Id,
    token: z.string(),
    url: z.string().describe('The page that shows it.'),
    rawUrl: z.string().describe('The content as plain text. A paste that burns is not to be had there.'),
    title: z.string().nullable(),
    language: z.string().nullable(),
    sizeBytes: Bytes.describe('Of the content, in UTF-8.'),
    shareMode: ShareMode,
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    burnAfterReading: z.boolean(),
    burnedAt: Timestamp.nullable().describe('When its content was given, which is gone since.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Paste', description: 'A text with a link, as its owner has it.' });
export type Paste = z.infer<typeof Paste>;

export const PastePage = z.object({ pastes: z.array(Paste), pagination: Pagination }).meta({ id: 'PastePage' });

export const PasteWithContent = Paste.extend({
  content: z.string().nullable().describe('null where it burns, has burned or has expired.'),
}).meta({ id: 'PasteWithContent' });
export type PasteWithContent = z.infer<typeof PasteWithContent>;

const face = {
  token: z.string(),
  passwordProtected: z.boolean(),
  locked: z.boolean(),
  expiresAt: Timestamp.nullable(),
  indexable: z.boolean().describe('PUBLIC, without a password, and not one that burns.'),
};
const shown = {
  url: z.string(),
  rawUrl: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  sizeBytes: Bytes,
  shareMode: ShareMode,
  burnAfterReading: z.boolean(),
  ownerName: z.string().nullable(),
  createdAt: Timestamp,
};

export const PublicPaste = z
  .object({
    ...face,
    ...z.object(shown).partial().shape,
    content: z.string().nullable().optional().describe('null where it burns: it is revealed once.'),
  })
  .meta({ id: 'PublicPaste', description: 'A paste as a stranger sees it. While locked only the flags.' });
export type PublicPaste = z.infer<typeof PublicPaste>;

export const RevealedPaste = z
  .object({ ...face, ...shown, content: z.string() })
  .meta({ id: 'RevealedPaste', description: 'A paste with its content.' });
export type RevealedPaste = z.infer<typeof RevealedPaste>;
