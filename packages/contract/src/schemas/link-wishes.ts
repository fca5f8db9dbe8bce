import * as z from 'zod';
import { cleanName, cleanPersonName } from '../names.ts';
import { limits } from '../limits.ts';
import { filledText, omittable, text } from './primitives.ts';
import { SharePassword } from './shares.ts';

/** What a file request or a proofing is called. */
export const LinkName = filledText(limits.linkNameCharacters, cleanName);

/** What its owner says to those who come. */
export const LinkMessage = text(limits.linkMessageCharacters);

/** Whoever comes to it says who they are. Nothing proves it. */
export const GuestName = filledText(limits.guestNameCharacters, cleanPersonName);

const expiresInDays = z.int().min(0).max(limits.shareExpiryDays);

/** Common to whatever is reached by a link of its own, as it is made. */
export const newLinkWishes = {
  name: LinkName,
  message: omittable(LinkMessage),
  expiresInDays: omittable(expiresInDays).describe('0, null or omitted: never.'),
  password: omittable(SharePassword),
};

/** The same as it is changed: what is omitted stays. */
export const linkChanges = {
  name: omittable(LinkName),
  message: LinkMessage.nullish().describe('null clears it.'),
  expiresInDays: expiresInDays.nullish().describe('Counted from now; 0 or null: never.'),
  password: SharePassword.nullish().describe('null clears it.'),
};
