import * as z from 'zod';
import { limits } from '../../limits.ts';
import { Id, omittable, text, Timestamp } from '../primitives.ts';

export const UserIdentity = z
  .object({
    id: Id,
    name: z.string().describe('Name of the issuer for users.'),
    issuer: z.string().describe('URL of the issuer.'),
    email: z.string().nullable().describe('Email address at the last sign-in, if the issuer told it.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.describe('The last sign-in.'),
  })
  .meta({ id: 'UserIdentity' });
export type UserIdentity = z.infer<typeof UserIdentity>;

export const IdentityLink = z
  .strictObject({
    returnTo: omittable(text(limits.returnPathCharacters)).describe(
      'Path of this server to which the browser comes back. Default: `/app/account/security`.',
    ),
  })
  .meta({ id: 'IdentityLink' });

export const IdentityLinkStart = z
  .object({ url: z.string().describe('URL of the issuer, to which the browser of this session goes.') })
  .meta({ id: 'IdentityLinkStart' });
