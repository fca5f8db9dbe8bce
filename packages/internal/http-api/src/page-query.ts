import type { Context } from 'hono';
import * as z from 'zod';
import { parseOrThrow, validationFailed } from './endpoints/validation.ts';
import { incomingOf } from './exchange.ts';

type Fields = Readonly<Record<string, z.ZodType>>;

/** The parameters that a page knows. */
export interface PageQuery<F extends Fields> {
  /** The parameters of the request. Throws `validation_failed` if one is invalid, or given twice. */
  of(context: Context): z.output<z.ZodObject<F>>;
  readonly schema: z.ZodObject<F>;
}

/** A text of a page's query. */
export const pageText = (mostCharacters: number) => z.string().max(mostCharacters).optional();

const defined: z.ZodObject[] = [];

/** The schemas of all pages. For tests. */
export const pageQueries: readonly z.ZodObject[] = defined;

/**
 * The only way to the query of a page, as the schema of an endpoint is to its own: what is known has a bound. A page ignores what it
 * does not know, such as `utm_source`.
 */
export function pageQuery<const F extends Fields>(fields: F): PageQuery<F> {
  const schema = z.object(fields);
  defined.push(schema);
  const names = new Set(Object.keys(fields));
  return {
    schema,
    of: (context) => {
      const url = incomingOf(context).url ?? '';
      const start = url.indexOf('?');
      const values: Record<string, string> = {};
      if (start !== -1)
        for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
          if (!names.has(name)) continue;
          if (Object.hasOwn(values, name))
            throw validationFailed([{ field: name, message: 'must be given once', code: 'invalid' }]);
          values[name] = value;
        }
      return parseOrThrow(schema, values);
    },
  };
}
