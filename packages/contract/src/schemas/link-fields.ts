import * as z from 'zod';
import { limits } from '../limits.ts';
import { cleanName, cleanPersonName } from '../names.ts';
import { filledText, Id, omittable, text, Timestamp } from './primitives.ts';
import { SharePassword } from './shares-schemas.ts';

/** Name of a file request or a proofing. */
export const LinkName = filledText(limits.linkNameCharacters, cleanName);

/** Message of the owner to visitors. */
export const LinkMessage = text(limits.linkMessageCharacters);

/** Name that a visitor gives. Not verified. */
export const GuestName = filledText(limits.guestNameCharacters, cleanPersonName);

const expiresInDays = z.int().min(0).max(limits.shareExpiryDays);

/** Fields common to the creation of file requests and proofings. */
export const newLinkFields = {
  name: LinkName,
  message: omittable(LinkMessage),
  expiresInDays: omittable(expiresInDays).describe('Days until the link expires. 0, `null` or omitted: never.'),
  password: omittable(SharePassword),
};

/** Fields common to the change of file requests and proofings. Omitted fields are not changed. */
export const linkChanges = {
  name: omittable(LinkName),
  message: LinkMessage.nullish().describe('`null` removes it.'),
  expiresInDays: expiresInDays.nullish().describe('Days from now until the link expires. 0 or `null`: never.'),
  password: SharePassword.nullish().describe('`null` removes it.'),
};

/** First fields of a file request and of a proofing, as their owner sees them. */
export const ownLinkFields = (page: string) => ({
  id: Id,
  token: z.string().describe('Never changes.'),
  url: z.string().describe(`URL of ${page}.`),
  name: z.string(),
  message: z.string().nullable(),
});

/** First fields of a file request and of a proofing, as visitors see them; the optional ones are absent while it is locked. */
export const publicLinkFields = {
  token: z.string(),
  passwordProtected: z.boolean(),
  locked: z.boolean(),
  expiresAt: Timestamp.nullable(),
  name: z.string().optional(),
  message: z.string().nullable().optional(),
  ownerName: z.string().nullable().optional(),
};
