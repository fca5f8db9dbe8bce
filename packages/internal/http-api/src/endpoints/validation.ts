import { DomainError, type Issue } from '@drive/access';
import { BoundedMap, nearestWord } from '@drive/base';
import { limits, queryKindOf, type ErrorCode, type EndpointShape } from '@drive/contract';
import type * as z from 'zod';

/** A schema's output, or `validation_failed` with one issue a field. */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown, prefix = ''): z.output<S> {
  const result = safeParse(schema, value, prefix);
  if (result.success) return result.data;
  throw validationFailed(result.error.issues.slice(0, limits.errorIssues).flatMap((issue) => issuesOf(issue, prefix)));
}

/**
 * Zod compares the `length` of a value with a limit before it checks its type, which throws for `{"length":{"toString":1}}`: an
 * object that cannot become a number.
 */
function safeParse<S extends z.ZodType>(schema: S, value: unknown, field: string): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError && error.message === 'Cannot convert object to primitive value')) throw error;
    throw validationFailed([{ field, message: 'has a value of the wrong type', code: 'invalid_type' }]);
  }
}

/** Parses path parameters. An invalid id is answered like an unknown id, if the endpoint declares it. */
export function parseParams(schema: z.ZodType, unknownParam: ErrorCode | undefined, values: unknown): unknown {
  if (unknownParam === undefined) return parseOrThrow(schema, values);
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  throw new DomainError(unknownParam, 'There is nothing with this id.');
}

/** Number of queries, and characters of each, whose parameters are cached for an endpoint. */
const maxKnownQueries = 100;
const maxKnownCharacters = 200;

type QuerySchema = NonNullable<EndpointShape['query']>;

/**
 * Returns a function that parses the parameters of a URL's query; undefined without a schema. It throws `validation_failed`, also
 * if a parameter that is no list is repeated or, with `names`, not among these. Valid parameters are cached, because clients
 * repeat their queries.
 */
export function createQueryParser(
  schema: QuerySchema | undefined,
  listMax: number,
  names?: readonly string[],
): (url: string) => unknown {
  const known = new BoundedMap<object>(maxKnownQueries);
  return (url) => {
    const start = url.indexOf('?');
    const text = start === -1 ? '' : url.slice(start + 1);
    const cached = known.get(text);
    if (cached !== undefined) return { ...cached };
    if (names !== undefined) requireKnown(schema, text, names);
    if (schema === undefined) return undefined;
    const query = parseQuery(schema, text, listMax);
    const isPlain = Object.values(query).every((value) => value === null || typeof value !== 'object');
    if (!isPlain || text.length > maxKnownCharacters) return query;
    known.set(text, query);
    return { ...query };
  };
}

function requireKnown(schema: QuerySchema | undefined, text: string, names: readonly string[]): void {
  if (text === '') return;
  const given = [...new Set(new URLSearchParams(text).keys())];
  const unknown = given.filter((name) => !names.includes(placeOf(schema, name).field));
  if (unknown.length === 0) return;
  const issues = unknown.slice(0, limits.errorIssues).map((name) => {
    const nearest = nearestWord(name, names);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}`;
    return { field: name.toWellFormed(), message: `is not a known query parameter${hint}`, code: 'unknown_field' };
  });
  throw validationFailed(issues);
}

/** The field of a parameter, and its key there if the field is the prefix of several. */
function placeOf(schema: QuerySchema | undefined, name: string): { readonly field: string; readonly key?: string } {
  const dot = name.indexOf('.');
  const field = name.slice(0, Math.max(dot, 0));
  return queryKindIn(schema, field) === 'prefix' ? { field, key: name.slice(dot + 1) } : { field: name };
}

const queryKindIn = (schema: QuerySchema | undefined, field: string): ReturnType<typeof queryKindOf> =>
  schema !== undefined && Object.hasOwn(schema.shape, field) ? queryKindOf(schema.shape[field] as z.ZodType) : 'text';

/** Adds a parameter to those before it: to a list, to the object of its prefix, or by its name. */
function addParameter(schema: QuerySchema, values: Record<string, unknown>, name: string, value: string): void {
  const { field, key = name } = placeOf(schema, name);
  if (queryKindIn(schema, name) === 'list') return void ((values[name] ??= []) as string[]).push(value);
  const target = field === name ? values : (values[field] ??= {});
  if (Object.hasOwn(target, key))
    throw validationFailed([{ field: name.toWellFormed(), message: 'must be given once', code: 'invalid' }]);
  Object.defineProperty(target, key, { value, enumerable: true });
}

function parseQuery(schema: QuerySchema, text: string, listMax: number): object {
  const values: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) addParameter(schema, values, name, value);
  if ('page' in values && 'cursor' in values)
    throw validationFailed([{ field: 'cursor', message: 'must not be given beside page', code: 'invalid' }]);
  const query = parseOrThrow(schema, values) as { limit?: unknown };
  if (typeof query.limit === 'number') query.limit = Math.min(query.limit, listMax);
  return query;
}

export function validationFailed(issues: readonly Issue[]): DomainError {
  const first = issues[0];
  const message =
    first === undefined
      ? 'The request is not valid.'
      : `${first.field === '' ? 'The body' : first.field} ${first.message}.`;
  return new DomainError('validation_failed', message, { issues });
}

function issuesOf(issue: z.core.$ZodIssue, prefix: string): Issue[] {
  const path = [...(prefix === '' ? [] : [prefix]), ...issue.path.map(String)];
  const field = path.join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, limits.errorIssues).map((key) => ({
        field: [...path, key].join('.').toWellFormed(),
        message: 'is not a known field',
        code: 'unknown_field',
      }));
    case 'invalid_type':
      return issue.input === undefined && !/received (?!undefined)/.test(issue.message)
        ? [{ field, message: 'is required', code: 'required' }]
        : [{ field, message: `must be ${article(issue.expected)}`, code: 'invalid_type' }];
    case 'invalid_value':
      return [{ field, message: valuesMessage(issue), code: 'invalid_value' }];
    case 'too_small':
    case 'too_big':
      return [{ field, message: sizeMessage(issue), code: issue.code }];
    default:
      return [{ field, message: lowerFirst(issue.message), code: 'invalid' }];
  }
}

const article = (type: string): string =>
  type === 'int' ? 'a whole number' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

function valuesMessage(issue: z.core.$ZodIssueInvalidValue): string {
  // A message defined in the schema is more useful.
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
}

function sizeMessage(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (!/^Too (small|big)/.test(issue.message)) return lowerFirst(issue.message);
  const [bound, word] = issue.code === 'too_small' ? [issue.minimum, 'least'] : [issue.maximum, 'most'];
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  return `must ${unit === '' ? 'be' : 'have'} at ${word} ${String(bound)}${unit}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
