import type { Secrets } from '../../platform/secrets.ts';

/** What is kept of an address: whoever reads the database can't fetch an archive. */
export const tokenHashOf = (secrets: Secrets, token: string): string => secrets.sign('archive', token);
