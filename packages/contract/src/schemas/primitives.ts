import * as z from 'zod';
import { type ErrorCode, errorStatus } from '../errors.ts';
import { limits } from '../limits.ts';

/** Number of code points, not of UTF-16 code units. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).byteLength;

/** The ID of an object. Converted to lower case. */
export const Id = z
  .uuid('must be a UUID')
  .transform((id) => id.toLowerCase())
  .meta({ type: 'string', format: 'uuid' });

/** IDs for example bodies. */
export const exampleIds = ['0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84', '5a1e2f60-93d4-4c1b-8a57-6f0e4d2b9c13'];

/** A time in UTC with milliseconds, `2026-01-31T12:00:00.000Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 });

const clientTimes = { min: Date.parse('0001-01-01T00:00:00.000Z'), max: Date.parse('9999-12-31T23:59:59.999Z') };

/** A client's own time, in epoch milliseconds: an ISO 8601 date and time with its offset, also one before 1970. */
export const ClientTime = z
  .string()
  .max(limits.codeCharacters)
  .pipe(z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date and time with its offset' }))
  .transform((text) => Date.parse(text))
  .refine((time) => time >= clientTimes.min && time <= clientTimes.max, 'must be in the years 1 to 9999')
  .meta({ type: 'string', format: 'date-time' });

export const Bytes = z.int().min(0);

/** An integer from 1 in a query. Decimal digits only; `coerce` would accept `''`, `1e3` and `0x10`. */
export const QueryPositive = z
  .string()
  .max(9, { error: 'must be a whole number from 1', abort: true })
  .regex(/^[1-9][0-9]*$/, 'must be a whole number from 1')
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: 999_999_999, maxLength: undefined });

/** A number of bytes in a query. */
export const QueryBytes = z
  .string()
  .max(15, { error: 'must be a number of bytes', abort: true })
  .regex(/^(0|[1-9][0-9]*)$/, 'must be a number of bytes')
  .transform(Number)
  .meta({ type: 'integer', minimum: 0, maxLength: undefined });

/** A whole number in a query, within bounds. */
export const queryNumber = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .max(9, { error, abort: true })
    .regex(/^(0|[1-9][0-9]*)$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
    .meta({ type: 'integer', minimum: min, maximum: max, maxLength: undefined });
};

/** A time in a query: a date and time with its offset from UTC, or a date, which means midnight in UTC. */
export const QueryTime = z
  .string()
  .max(limits.codeCharacters)
  .pipe(
    z.union(
      [z.iso.datetime({ offset: true }), z.iso.date()],
      'must be an ISO 8601 date, or a date and time with its offset',
    ),
  )
  .transform((text) => Date.parse(text))
  .meta({ type: 'string', format: 'date-time' });

/** Exactly `true` or `false` in a query. */
export const QueryBoolean = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', enum: undefined });

/** Longer than any run of combining marks that a name or an email address can contain. */
const hasLongRunOfMarks = (text: string): boolean =>
  text.length > 255 && (text.match(/\p{M}+/gu) ?? []).some((run) => run.length > 255);

/**
 * The only place that normalizes Unicode. Runs in linear time: ICU sorts each run of combining marks in quadratic time, so
 * a text with more than 255 combining marks in a row is returned unchanged.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  hasLongRunOfMarks(text) ? text : text.normalize(form);

/** Whether both Postgres and JSON can represent the text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Text of at most `most` characters that both Postgres and JSON can represent: well-formed Unicode without NUL. A text that
 * is far too long is refused before any other check runs. The length limit applies to the result of `clean`.
 */
export function text(most: number, clean?: (text: string) => string): z.ZodString {
  const error = `must have at most ${most} characters`;
  const raw = z
    .string()
    .max(most * limits.rawUnitsPerCharacter, { error, abort: true })
    .refine(isStorable, { error: 'must be well-formed Unicode without NUL', abort: true });
  return (clean === undefined ? raw : raw.overwrite(clean))
    .refine((value) => value.length <= most || countCharacters(value) <= most, error)
    .meta({ maxLength: most });
}

/** Like {@link text}, but trimmed and not blank. */
export const filledText = (most: number, clean: (text: string) => string = (raw) => raw.trim()): z.ZodString =>
  text(most, clean)
    .refine((value) => value.trim() !== '', { error: 'must not be blank', abort: true })
    .meta({ minLength: 1, maxLength: most });

/** A token that the server issued. */
export const Token = text(limits.tokenCharacters);

/** A token or a name in the path of a URL. Malformed values are refused in the same way as unknown ones. */
export const PathText = z.string().max(limits.pathCharacters).meta({ maxLength: undefined });

/** The solution of a captcha. Verified if a captcha is enabled. */
export const CaptchaToken = text(limits.captchaCharacters);

/** An array whose length is checked before its elements. */
export function list<Element extends z.ZodType>(element: Element, { min = 0, max }: { min?: number; max: number }) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= max) return value;
    context.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
    return z.NEVER;
  }, z.array(element).min(min).max(max));
}

/** Kinds of parameters of a query that are more than one text. */
const queryKinds = new WeakMap<z.ZodType, 'list' | 'prefix'>();

/** `list`: the parameter may be repeated. `prefix`: each parameter `name.key` is an entry of an object. */
export const queryKindOf = (schema: z.ZodType): 'text' | 'list' | 'prefix' => queryKinds.get(schema) ?? 'text';

/** Marks the schema of a parameter of a query, which gets an array or an object instead of a text. */
export function queryParameter<S extends z.ZodType>(kind: 'list' | 'prefix', schema: S): S {
  queryKinds.set(schema, kind);
  return schema;
}

/** An optional field. `null` equals an omitted field. */
export const omittable = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

/**
 * A new account password, measured in NFC, in which it is hashed. Passwords that are too long are refused, because bcrypt
 * would silently truncate them.
 */
export const NewPassword = text(limits.comparedCharacters, (raw) => normalizeText(raw))
  .refine(
    (password) => countCharacters(password) >= limits.accountPasswordMinCharacters,
    `must have at least ${limits.accountPasswordMinCharacters} characters`,
  )
  .refine(
    (password) => utf8Bytes(password) <= limits.passwordMaxBytes,
    `must have at most ${limits.passwordMaxBytes} bytes in UTF-8`,
  )
  .meta({ minLength: limits.accountPasswordMinCharacters, maxLength: limits.passwordMaxBytes });

/** Query of every paged list. */
export const pageQuery = {
  page: QueryPositive.default(1).describe('Number of the page, from 1.'),
  limit: QueryPositive.default(limits.defaultPageSize).describe(
    'Results per page. A value above the server’s maximum is reduced to it.',
  ),
  cursor: text(limits.pathCharacters)
    .min(1)
    .optional()
    .describe(
      '`pagination.nextCursor` of the previous page, instead of `page` and with the same other parameters except `limit`. Pages requested by cursor neither skip nor repeat results that stay in the list while others are added and removed.',
    ),
};

export const Pagination = z
  .object({
    currentPage: z.int().min(1).describe('With `cursor`, the number of pages requested so far.'),
    totalItems: z.int().min(0).describe('Results on all pages.'),
    totalPages: z.int().min(0).describe('Number of pages.'),
    nextCursor: z.string().nullable().describe('`cursor` of the next page. `null` on the last page.'),
  })
  .meta({ id: 'Pagination', description: 'Position of a page in the complete list.' });
export type Pagination = z.infer<typeof Pagination>;

const ErrorCodeName = z
  .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode', description: 'A stable, machine-readable name of an error.' });

export const ErrorEnvelope = z
  .object({
    timestamp: Timestamp.describe('Time of the response.'),
    status: z.int().min(400).max(599).describe('HTTP status.'),
    error: z.string().describe('Reason phrase of the status.'),
    code: z
      .union([ErrorCodeName, z.string()])
      .describe('Stable error code. Clients branch on it. Newer servers may send further codes.'),
    message: z.string().describe('Message for users: what is wrong and what to do next.'),
    errors: z
      .array(
        z.object({
          field: z.string().describe('Path of the field, such as `files.0.fileName`.'),
          message: z.string().describe('The problem.'),
          code: z.string().describe('Machine-readable name of the problem, such as `too_small`.'),
        }),
      )
      .optional()
      .describe('Only with `validation_failed`: one entry per invalid field.'),
    actual_bytes: Bytes.optional().describe('Only with `archive_size_exceeded`: bytes of the requested archive.'),
    attempts_left: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Only with `share_password_incorrect`: how many attempts this network has left, unless they are not limited.',
      ),
    methods: z
      .array(z.enum(['totp', 'passkey', 'recovery_code']))
      .optional()
      .describe('Only with `totp_required`: the second factors of the account.'),
    cap_bytes: Bytes.optional().describe('Only with `archive_size_exceeded`: maximum bytes of an archive.'),
  })
  .meta({ id: 'Error', description: 'The body of every error response (status 400 and above).' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

export const MailDelivery = z.enum(['smtp', 'outbox']).meta({
  id: 'MailDelivery',
  description:
    'How the server delivers emails. `smtp`: it hands them to a mail server. `outbox`: it writes them to files in `outbox/` of its data directory and sends none, because `DRIVE_SMTP_URL` is not set.',
});
export type MailDelivery = z.infer<typeof MailDelivery>;
