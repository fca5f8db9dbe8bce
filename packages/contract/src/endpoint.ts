import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint.
 *
 * - `required`: an API key or a session.
 * - `optional`: anybody; an API key or a session that comes along says who it is. One that is no good is as none at a
 *   public address, and refused at any other.
 * - `public`: anybody; a credential that comes along is not looked at.
 * - `admin`: as `required`, and the account is an administrator's.
 */
export type Auth = 'required' | 'optional' | 'public' | 'admin';

/** Strings taken from the path or the query, by name. */
export type StringParameters = z.ZodObject<Record<string, z.ZodType<unknown, string | undefined>>>;

/** A response without a body is `null`. */
export type Responses = Readonly<Record<number, { description: string; schema: z.ZodType | null }>>;

/**
 * One endpoint of the API as data: the server mounts it, the OpenAPI document and the SDK's types are generated from it,
 * and the coverage tests walk over it.
 */
export interface EndpointShape {
  /** camelCase, unique: the OpenAPI operationId. */
  readonly id: string;
  readonly method: Method;
  /** From the root of the server, parameters in braces: `/api/files/{id}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Markdown: what the summary can't say. */
  readonly description?: string;
  readonly auth: Auth;
  readonly params?: StringParameters;
  /** The code answered where a path parameter can't be an id of anything. Default `validation_failed`. */
  readonly unknownParam?: ErrorCode;
  readonly query?: StringParameters;
  readonly body?: z.ZodType;
  /** Maximum bytes of the JSON body, if that is not what {@link bodyBytesOf} gives to endpoints of its kind. */
  readonly bodyBytes?: number;
  /** The request may come without a body; it is then read as `{}`. */
  readonly bodyOptional?: boolean;
  readonly responses: Responses;
  /** Codes of its own; those that any endpoint of its kind can answer are added by {@link errorsOf}. */
  readonly errors: readonly ErrorCode[];
  /**
   * How an `Idempotency-Key` is honoured: `replay` gives the first answer again, `refuse` answers 409 because the first
   * answer held a secret that is shown once.
   */
  readonly idempotency?: 'replay' | 'refuse';
  /**
   * `bytes`: the body in or out is a file's bytes, not JSON; mounted apart from the JSON endpoints. `events`: the answer
   * is a stream of server-sent events.
   */
  readonly transport?: 'bytes' | 'events';
  /** The answer is an array of any length: it is made and sent piece by piece. */
  readonly streamed?: boolean;
}

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

/** Maximum bytes of the JSON body: strangers may send less than signed-in callers. */
export const bodyBytesOf = ({ auth, bodyBytes }: Pick<EndpointShape, 'auth' | 'bodyBytes'>): number =>
  bodyBytes ?? (auth === 'public' || auth === 'optional' ? limits.strangerBodyBytes : limits.jsonBodyBytes);

/** Whether a credential is looked at, and refused where it is no good. */
export const refusesBadCredentials = ({ auth, path }: Pick<EndpointShape, 'auth' | 'path'>): boolean =>
  auth === 'optional' ? !path.startsWith('/api/public/') : auth !== 'public';

/** Hashing a password is limited per caller, so an endpoint whose body has one can refuse it for now. */
const takesPassword = (body: z.ZodType): boolean =>
  body instanceof z.ZodObject && Object.keys(body.shape).some((field) => /password$/i.test(field));

/**
 * Whether the endpoint takes passwords, or codes and mailed links in place of one, so that its calls count against the
 * network that they come from, whatever credential they bear.
 */
export const countsAsSignIn = ({ auth, path, body }: Pick<EndpointShape, 'auth' | 'path' | 'body'>): boolean =>
  path.startsWith('/api/auth/') && (auth === 'public' || (body !== undefined && takesPassword(body)));

/** Every code an endpoint can answer: its own and those that follow from its shape. */
export function errorsOf(shape: EndpointShape): ErrorCode[] {
  const codes = new Set<ErrorCode>(shape.errors);
  codes.add('internal_error').add('unavailable');
  // Whatever writes may meet a full disk.
  if (shape.method !== 'GET') codes.add('storage_failure');
  if (shape.path.startsWith('/api/') || shape.path.startsWith('/files/')) codes.add('rate_limited');
  if (shape.query !== undefined) codes.add('validation_failed');
  if (shape.params !== undefined) codes.add(shape.unknownParam ?? 'validation_failed');
  if (shape.body !== undefined && shape.transport !== 'bytes') {
    for (const code of ['validation_failed', 'bad_request', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code);
    if (takesPassword(shape.body)) codes.add('too_many_requests');
  }
  if (refusesBadCredentials(shape)) {
    codes.add('authentication_required');
    if (shape.method !== 'GET' || shape.auth === 'admin') codes.add('access_denied');
  }
  if (shape.idempotency !== undefined) codes.add('validation_failed').add('idempotency_conflict');
  return [...codes].toSorted();
}
