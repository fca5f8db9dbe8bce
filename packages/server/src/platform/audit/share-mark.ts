import { createHash } from 'node:crypto';

/** How the log names a share, because its token opens it: whoever has the link can tell it, nobody else can make it. */
export const shareMark = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);
