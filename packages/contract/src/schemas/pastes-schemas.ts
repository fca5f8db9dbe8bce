import * as z from 'zod';
import { limits } from '../limits.ts';
import { ShareMode } from './items-schemas.ts';
import { LinkName } from './link-fields.ts';
import { Bytes, CaptchaToken, Id, omittable, Pagination, text, Timestamp } from './primitives.ts';
import { SharePassword } from './shares-schemas.ts';

/** A label such as `typescript`, `c++` or `Objective-C`. Not checked against the content. */
export const PasteLanguage = text(limits.pasteLanguageCharacters, (raw) => raw.trim())
  .regex(/^[\p{L}\p{N}+#._ -]+$/u, 'must be letters, digits, spaces and + # . _ -')
  .meta({ minLength: 1, maxLength: limits.pasteLanguageCharacters, pattern: undefined, examples: ['typescript'] });

export const NewPaste = z
  .strictObject({
    content: text(limits.pasteBodyBytes)
      .min(1, 'must not be empty')
      .describe('Stored unchanged, up to 512 KiB in UTF-8.')
      .meta({ maxLength: undefined }),
    title: omittable(LinkName),
    language: omittable(PasteLanguage).describe('Language of the content: a label for readers.'),
    expiresInDays: omittable(z.int().min(0).max(limits.shareExpiryDays)).describe(
      'Days until the paste expires. 0, `null` or omitted: never.',
    ),
    password: omittable(SharePassword),
    burnAfterReading: omittable(z.boolean()).describe(
      'Delete the content when it is revealed for the first time. Default: `false`.',
    ),
    shareMode: omittable(ShareMode).describe(
      '`SHARED`: everyone with the link can read the paste. `PUBLIC`: search engines may also index it. `PRIVATE`: only the owner can read it. Default: `SHARED`.',
    ),
    captchaToken: omittable(CaptchaToken).describe('Required without an account if a captcha is enabled.'),
  })
  .meta({ id: 'NewPaste', 'x-example': { content: 'hello\n', title: 'Greeting', expiresInDays: 7 } });
export type NewPaste = z.infer<typeof NewPaste>;

export const Paste = z
  .object({
    id: Id,
    token: z.string(),
    url: z.string().describe('URL of the page that shows the paste.'),
    rawUrl: z.string().describe('URL of the content as plain text. Refuses burn-after-reading pastes.'),
    title: z.string().nullable(),
    language: z.string().nullable(),
    sizeBytes: Bytes.describe('Size of the content in UTF-8.'),
    shareMode: ShareMode,
    expiresAt: Timestamp.nullable(),
    passwordProtected: z.boolean(),
    burnAfterReading: z.boolean(),
    burnedAt: Timestamp.nullable().describe('When the content was revealed and deleted.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Paste', description: 'A paste as its owner sees it.' });
export type Paste = z.infer<typeof Paste>;

export const PastePage = z.object({ pastes: z.array(Paste), pagination: Pagination }).meta({ id: 'PastePage' });

export const PasteWithContent = Paste.extend({
  content: z.string().nullable().describe('`null` if the paste is burn-after-reading, burned or expired.'),
}).meta({ id: 'PasteWithContent' });
export type PasteWithContent = z.infer<typeof PasteWithContent>;

const face = {
  token: z.string(),
  passwordProtected: z.boolean(),
  locked: z.boolean(),
  expiresAt: Timestamp.nullable(),
  indexable: z
    .boolean()
    .describe('Whether search engines may index the paste: PUBLIC, without a password and not burn-after-reading.'),
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
    content: z
      .string()
      .nullable()
      .optional()
      .describe('`null` if the paste is burn-after-reading; call `revealPaste` to read it.'),
  })
  .meta({
    id: 'PublicPaste',
    description: 'A paste as visitors see it. While it is locked, only the token, the expiry and the flags.',
  });
export type PublicPaste = z.infer<typeof PublicPaste>;

export const RevealedPaste = z
  .object({ ...face, ...shown, content: z.string() })
  .meta({ id: 'RevealedPaste', description: 'A paste with its content.' });
export type RevealedPaste = z.infer<typeof RevealedPaste>;
