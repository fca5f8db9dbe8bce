import * as z from 'zod';
import { limits } from '../limits.ts';

/** Characters as people count them: code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).byteLength;

/** An id of anything; upper case is taken as lower case. */
export const Id = z
  .uuid('must be a UUID')
  .transform((id) => id.toLowerCase())
  .meta({ type: 'string', format: 'uuid' });

/** For bodies to start from. */
export const exampleIds = ['0d9b7c1e-4f0a-4b7a-9f3e-2b1c7d5a6e84', '5a1e2f60-93d4-4c1b-8a57-6f0e4d2b9c13'];

/** A moment in UTC with milliseconds, `2026-01-31T12:00:00.000Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 });

export const Bytes = z.int().min(0);

/** A whole number from 1 in a query: plain decimals only (`coerce` would take `''`, `1e3` and `0x10`). */
export const QueryPositive = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, 'must be a whole number from 1')
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: 999_999_999 });

/** A moment in a query: a date and time with its offset from UTC, or a date, which is its midnight in UTC. */
export const QueryTime = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'must be an ISO 8601 date, or a date and time with its offset',
  )
  .transform((text) => Date.parse(text))
  .meta({ type: 'string', format: 'date-time' });

/** Exactly `true` or `false` in a query. */
export const QueryBoolean = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', enum: undefined });

/** Text that Postgres and JSON can both hold: well-formed Unicode without NUL. */
export const Text = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed Unicode without NUL');

export const Email = Text.pipe(z.string().trim().max(254).pipe(z.email('must be an email address'))).meta({
  type: 'string',
  format: 'email',
});

/** A new account password. Longer ones are refused rather than cut, which bcrypt would do silently. */
export const NewPassword = Text.refine(
  (text) => countCharacters(text) >= limits.accountPasswordMinCharacters,
  `must have at least ${limits.accountPasswordMinCharacters} characters`,
)
  .refine(
    (text) => utf8Bytes(text) <= limits.passwordMaxBytes,
    `must have at most ${limits.passwordMaxBytes} bytes in UTF-8`,
  )
  .meta({ minLength: limits.accountPasswordMinCharacters });

export const Pagination = z
  .object({ currentPage: z.int().min(1), totalItems: z.int().min(0), totalPages: z.int().min(0) })
  .meta({ id: 'Pagination', description: 'Where a page stands in the whole list.' });
export type Pagination = z.infer<typeof Pagination>;

export const ErrorEnvelope = z
  .object({
    timestamp: Timestamp,
    status: z.int(),
    error: z.string().describe('The reason phrase of the status.'),
    code: z.string().describe('What clients branch on.'),
    message: z.string().describe('For people: what went wrong and what to do.'),
    errors: z
      .array(z.object({ field: z.string(), message: z.string(), code: z.string() }))
      .optional()
      .describe('Only with `validation_failed`: one entry a field.'),
  })
  .meta({ id: 'Error', description: 'The body of every answer from 400 up.' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
