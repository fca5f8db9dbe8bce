import type { EndpointScope, EndpointShape, KeyScope } from '@drive/contract';
import { DomainError } from './errors.ts';

/** The restriction of an API key compared with its user. */
export interface KeyRestriction {
  /** null: everything that the user may do. */
  readonly scopes: readonly KeyScope[] | null;
  /** items.id of the folder that is the root for the key; null: the user's root. */
  readonly folderId: string | null;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
}

/** The authenticated sender of a request. */
export interface Caller {
  readonly kind: 'key' | 'session';
  /** users.row_id */
  readonly userId: number;
  /** users.id, for the log. */
  readonly accountId: string;
  /** Name of the user, if set. */
  readonly accountName: string | null;
  /** Whether the caller has administrator rights: false for a key without the scope `admin`. */
  readonly isAdmin: boolean;
  readonly plan: 'free' | 'paid';
  /** api_keys.row_id or sessions.row_id. */
  readonly credentialId: number;
  /** Id of the key or session, as the API shows it. */
  readonly publicId: string;
  /** null: a session, or a key that may do everything that its user may do. */
  readonly restriction: KeyRestriction | null;
  /** Whether this session may only set up a second factor, which the server requires of its user. Default: false. */
  readonly needsSecondFactor?: boolean;
}

/** The user to whom something is shown. */
export type Viewer = Pick<Caller, 'userId' | 'accountId' | 'accountName'>;

/** Throws `access_denied` if the caller is a key without the scope. */
export function requireScope(caller: Caller, scope: EndpointScope): void {
  if (!hasScope(caller, scope))
    throw new DomainError('access_denied', `This API key lacks the scope ${scope}. Use a key that has it.`);
}

const hasScope = ({ restriction }: Caller, scope: EndpointScope): boolean => {
  const scopes = restriction?.scopes ?? null;
  return scopes === null || scope === 'any' || scope === 'none' || scopes.includes(scope);
};

/** items.id of the folder to which the caller's paths are relative; null: the user's root. */
export const rootOf = ({ restriction }: Pick<Caller, 'restriction'>): string | null => restriction?.folderId ?? null;

/** The fields that decide whether a key may call an endpoint. */
type Use = Pick<EndpointShape, 'scope' | 'folderKeys' | 'beforeSecondFactor'>;

export const mayUse = (caller: Caller, { scope, folderKeys, beforeSecondFactor }: Use): boolean =>
  hasScope(caller, scope) &&
  (folderKeys !== undefined || rootOf(caller) === null) &&
  (caller.needsSecondFactor !== true || beforeSecondFactor === true);

/** Throws `two_factor_required` for a session that may only set up a second factor. */
export function requireSecondFactor({ needsSecondFactor }: Caller): void {
  if (needsSecondFactor === true)
    throw new DomainError(
      'two_factor_required',
      'This server requires a second factor. Set up an authenticator or a passkey for your account, then go on.',
    );
}

/**
 * Throws `access_denied` if the caller is a key that may not use the endpoint, and `two_factor_required` for a session that
 * may not use it yet.
 */
export function requireUse(caller: Caller, use: Use): void {
  if (use.beforeSecondFactor !== true) requireSecondFactor(caller);
  requireScope(caller, use.scope);
  if (!mayUse(caller, use))
    throw new DomainError(
      'access_denied',
      'This API key is for one folder and cannot use this endpoint. Use a key without a folder.',
    );
}

/** The scope that a key needs for a request of a protocol whose endpoints are not in the contract (WebDAV). */
export const scopeOfMethod = (method: string | undefined): EndpointScope => {
  if (method === 'OPTIONS') return 'any';
  return method === 'GET' || method === 'HEAD' || method === 'PROPFIND' ? 'files:read' : 'files:write';
};
