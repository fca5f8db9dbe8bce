import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import type { KeyScope } from './scopes.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Callers that an endpoint admits.
 *
 * - `required`: an API key or a session.
 * - `key`: an API key. Sessions are ignored.
 * - `optional`: everyone; an API key or a session identifies the caller. An invalid credential is ignored below
 *   `/api/public/` and refused elsewhere.
 * - `public`: everyone; credentials are ignored.
 * - `admin`: like `required`, and the user must be an administrator.
 */
export type Auth = 'required' | 'key' | 'optional' | 'public' | 'admin';

/**
 * The scope that an API key needs to call an endpoint. `any`: every key may. `none`: the endpoint ignores credentials
 * (`auth: 'public'`).
 */
export type EndpointScope = KeyScope | 'any' | 'none';

/** A field of the request, as `params.id` or `body.files.parentFolderId`: of each entry if a part of it is a list. */
export type RequestField = `${'params' | 'query' | 'body'}.${string}`;

/** How an endpoint serves an API key whose root is a folder. Ids outside the folder are unknown to it. */
export interface FolderKeyRule {
  /** Field with ids of items, or several such fields. The items must be below the folder. */
  readonly items?: RequestField | readonly RequestField[];
  /** Whether each item succeeds or fails alone: those that are not below the folder are among `failed`, with status 404. */
  readonly eachAlone?: boolean;
  /** Field with the id of a folder, which must be the key's or below it. If it is omitted, the key's folder is meant. */
  readonly folder?: RequestField;
  /** Whether the body may move items: `parentId` is checked, and `moveToRoot` means the key's folder. */
  readonly moves?: boolean;
}

/** Parameters of the path or the query, by name: texts, and in a query lists and objects of texts (`queryParameter`). */
export type StringParameters = z.ZodObject<
  Record<string, z.ZodType<unknown, string | readonly string[] | Readonly<Record<string, string>> | undefined>>
>;

/** Responses by status. The schema is `null` if the response has no body. */
export type Responses = Readonly<Record<number, { description: string; schema: z.ZodType | null }>>;

/**
 * One endpoint of the API as data. The server mounts it, the OpenAPI document and the SDK's types are generated from it,
 * and the coverage tests iterate over it.
 */
export interface EndpointShape {
  /** camelCase, unique: the OpenAPI operationId. */
  readonly id: string;
  readonly method: Method;
  /** Path on the server, parameters in braces: `/api/files/{id}`. */
  readonly path: `/${string}`;
  /** The last parameter of the path takes all that follows, slashes included, percent-encoded as it was sent. */
  readonly catchAll?: boolean;
  readonly tag: string;
  readonly summary: string;
  /** Markdown that adds to the summary: limits, errors, side effects. */
  readonly description?: string;
  readonly auth: Auth;
  readonly scope: EndpointScope;
  /** Whether a session may call it whose user must set up a second factor first. Default: such a session is refused. */
  readonly beforeSecondFactor?: boolean;
  /** Default: keys whose root is a folder are refused. */
  readonly folderKeys?: FolderKeyRule;
  /** Field with the id of a folder, in place of which `driveId` beside it means the root of a team drive. */
  readonly driveRoot?: RequestField;
  readonly params?: StringParameters;
  /** Error code if a path parameter is malformed. Default: `validation_failed`. */
  readonly unknownParam?: ErrorCode;
  readonly query?: StringParameters;
  /** Whether `cursor` is encrypted and bound to the other parameters, as that of each list with `page` is. */
  readonly hidesCursor?: boolean;
  /** Highest value of the parameter `limit`, if it is not the operator's `DRIVE_LIST_MAX`. */
  readonly mostResults?: number;
  readonly body?: z.ZodType;
  /** Maximum bytes of the JSON body, if it differs from the default of {@link bodyBytesOf}. */
  readonly bodyBytes?: number;
  /** Whether the body is bytes instead of JSON, at most {@link bodyBytes}. The handler gets all of them. */
  readonly rawBody?: true;
  /** Whether the body may be omitted. A missing body is read as `{}`. */
  readonly bodyOptional?: boolean;
  readonly responses: Responses;
  /** Error codes specific to this endpoint. {@link errorsOf} adds the codes that follow from its shape. */
  readonly errors: readonly ErrorCode[];
  /**
   * How an `Idempotency-Key` is handled: `replay` returns the first response again; `refuse` answers 409, because the
   * first response contained a secret that is returned only once.
   */
  readonly idempotency?: 'replay' | 'refuse';
  /** Lower-case name of the header with the credential of a visitor: with another, a repeated `Idempotency-Key` is refused. */
  readonly visitorHeader?: string;
  /** Whether the header `If-Match` guards the item of the request: 412 `precondition_failed` unless it names one of its tags. */
  readonly ifMatch?: boolean;
  /**
   * `bytes`: the request or response body is the bytes of a file, not JSON; mounted separately from the JSON endpoints.
   * `events`: the response is a stream of server-sent events.
   */
  readonly transport?: 'bytes' | 'events';
  /** The rate tier of an endpoint that ignores credentials, if it has its own. */
  readonly rateTier?: 'public';
  /** Whether the response is an array of unlimited length, which is created and sent in pieces. */
  readonly streamed?: boolean;
}

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

/** An object of endpoints whose keys are their ids. */
export function endpointsById<E extends readonly EndpointShape[]>(...shapes: E): { [S in E[number] as S['id']]: S } {
  return Object.fromEntries(shapes.map((shape) => [shape.id, shape])) as { [S in E[number] as S['id']]: S };
}

/** Maximum bytes of the JSON body. Endpoints that visitors may call accept less. */
export const bodyBytesOf = ({ auth, bodyBytes }: Pick<EndpointShape, 'auth' | 'bodyBytes'>): number =>
  bodyBytes ?? (auth === 'public' || auth === 'optional' ? limits.visitorBodyBytes : limits.jsonBodyBytes);

/** Whether the endpoint verifies credentials and refuses invalid ones. */
export const refusesBadCredentials = ({ auth, path }: Pick<EndpointShape, 'auth' | 'path'>): boolean =>
  auth === 'optional' ? !path.startsWith('/api/public/') : auth !== 'public';

/** Whether the body has a password. Password hashing is limited per caller, so such endpoints can answer 429. */
const takesPassword = (body: z.ZodType): boolean =>
  body instanceof z.ZodObject && Object.keys(body.shape).some((field) => /password$/i.test(field));

/**
 * Whether the endpoint accepts passwords, or codes and emailed links instead of one. Its calls are counted per network,
 * regardless of the credential.
 */
export const countsAsSignIn = ({ auth, path, body }: Pick<EndpointShape, 'auth' | 'path' | 'body'>): boolean =>
  path.startsWith('/api/auth/') && (auth === 'public' || (body !== undefined && takesPassword(body)));

/** Every error code of an endpoint: its own codes and those that follow from its shape. */
export function errorsOf(shape: EndpointShape): ErrorCode[] {
  const codes = new Set<ErrorCode>(shape.errors);
  codes.add('internal_error').add('unavailable');
  // Every write can fail because the disk is full.
  if (shape.method !== 'GET') codes.add('storage_failure');
  if (shape.path.startsWith('/api/') || shape.path.startsWith('/files/')) codes.add('rate_limited');
  // Below /api/, unknown query parameters are refused.
  if (shape.query !== undefined || shape.path.startsWith('/api/')) codes.add('validation_failed');
  if (shape.params !== undefined) codes.add(shape.unknownParam ?? 'validation_failed');
  if (shape.body !== undefined && shape.transport !== 'bytes') {
    for (const code of ['validation_failed', 'bad_request', 'payload_too_large'] as const) codes.add(code);
    if (shape.rawBody !== true) codes.add('unsupported_media_type');
    if (takesPassword(shape.body)) codes.add('too_many_requests');
  }
  if (refusesBadCredentials(shape)) {
    codes.add('authentication_required');
    if (shape.method !== 'GET' || shape.scope !== 'any') codes.add('access_denied');
    if (shape.beforeSecondFactor !== true && shape.auth !== 'key') codes.add('two_factor_required');
  }
  const { items, eachAlone } = shape.folderKeys ?? {};
  if ((items !== undefined && eachAlone !== true) || shape.folderKeys?.moves === true) codes.add('file_not_found');
  if (shape.folderKeys !== undefined && shape.scope !== 'any') codes.add('folder_not_found');
  if (shape.driveRoot !== undefined) codes.add('drive_not_found').add('validation_failed');
  if (shape.ifMatch === true) codes.add('precondition_failed');
  if (shape.idempotency !== undefined) codes.add('validation_failed').add('idempotency_conflict');
  return [...codes].toSorted();
}
