import { dayMs } from '@drive/base';
import type { KeyScope } from '@drive/contract';
import type { Caller, KeyRestriction } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';

/** Omitted fields are the caller's; null: no restriction. Throws `access_denied` if the key could do more than the caller. */
export function restrictionFor(
  { isAdmin, restriction: own }: Caller,
  wanted: {
    readonly scopes?: readonly KeyScope[] | undefined;
    readonly folderId?: string | undefined;
    readonly expiresInDays?: number | undefined;
  },
  now: number,
): KeyRestriction | null {
  const folderId = wanted.folderId ?? null;
  const scopes = scopesOf(wanted.scopes, own?.scopes ?? null, folderId !== null);
  const tooWide = folderId === null ? [] : (scopes ?? []).filter((scope) => !possibleScopes.includes(scope));
  if (tooWide.length > 0) {
    const message = `of a key with a folder may be ${possibleScopes.join(', ')}, not ${tooWide.join(', ')}`;
    const issues = [{ field: 'scopes', message, code: 'invalid' }];
    throw new DomainError('validation_failed', `scopes ${message}.`, { issues });
  }
  if (scopes?.includes('admin') === true && !isAdmin)
    throw new DomainError('access_denied', 'Only administrators can have keys with the scope admin.');
  const missing = scopesBeyond(scopes, own?.scopes ?? null);
  if (missing.length > 0)
    throw new DomainError(
      'access_denied',
      `A key cannot create a key that may do more. This one lacks the scope ${missing.join(', ')}.`,
    );
  const ownExpiry = own?.expiresAt ?? null;
  const expiresAt = wanted.expiresInDays === undefined ? ownExpiry : now + wanted.expiresInDays * dayMs;
  if (ownExpiry !== null && (expiresAt === null || expiresAt > ownExpiry))
    throw new DomainError('access_denied', 'A key cannot create a key that expires later than itself.');
  return scopes === null && expiresAt === null ? null : { scopes, folderId, expiresAt };
}

/** Default scopes of a key with a folder. */
const folderScopes: readonly KeyScope[] = ['files:read', 'files:write', 'shares'];
/** The others concern data outside folders. */
const possibleScopes: readonly KeyScope[] = [...folderScopes, 'webhooks'];

function scopesOf(
  wanted: readonly KeyScope[] | undefined,
  own: readonly KeyScope[] | null,
  hasFolder: boolean,
): readonly KeyScope[] | null {
  if (wanted !== undefined) return [...new Set(wanted)];
  return hasFolder ? folderScopes.filter((scope) => own === null || own.includes(scope)) : own;
}

const scopesBeyond = (wanted: readonly KeyScope[] | null, own: readonly KeyScope[] | null): readonly KeyScope[] =>
  wanted === null || own === null ? [] : wanted.filter((scope) => !own.includes(scope));
