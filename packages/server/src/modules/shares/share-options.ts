import type { NewShare } from '@drive/contract';
import type { Ports } from '../../platform/ports/ports.ts';
import { hashLinkOptions } from '../links/index.ts';
import type { ShareChange } from './store.ts';

export type ShareOptionsDeps = Pick<Ports, 'clock' | 'passwords'> & {
  readonly config: { readonly maxExpiryDays: number };
};

/** null is the same as omitted here, unlike in a PATCH. */
export const hashShareOptions = (
  deps: ShareOptionsDeps,
  ownerId: number,
  { shareMode, expiresInDays, password, ...rest }: NewShare,
): Promise<ShareChange> =>
  hashLinkOptions(deps, ownerId, {
    ...rest,
    mode: shareMode,
    expiresInDays: expiresInDays ?? undefined,
    password: password ?? undefined,
  });
