import * as z from 'zod';
import { cleanName } from '../names.ts';
import { limits } from '../limits.ts';
import { countCharacters, Text } from './primitives.ts';
import { SharePassword } from './shares.ts';

const shortText = (most: number) =>
  Text.pipe(
    z
      .string()
      .transform(cleanName)
      .refine((text) => text !== '', 'must not be blank')
      .refine((text) => countCharacters(text) <= most, `must have at most ${most} characters`),
  ).meta({ type: 'string', minLength: 1, maxLength: most });

/** What a file request or a proofing is called. */
export const LinkName = shortText(limits.linkNameCharacters);

/** What its owner says to those who come. */
export const LinkMessage = Text.refine(
  (text) => countCharacters(text) <= limits.linkMessageCharacters,
  `must have at most ${limits.linkMessageCharacters} characters`,
).meta({ type: 'string', maxLength: limits.linkMessageCharacters });

/** Whoever comes to it says who they are. Nothing proves it. */
export const GuestName = shortText(limits.guestNameCharacters);

const expiresInDays = z.int().min(0).max(limits.shareExpiryDays);

/** Common to whatever is reached by a link of its own, as it is made. */
export const newLinkWishes = {
  name: LinkName,
  message: LinkMessage.nullish(),
  expiresInDays: expiresInDays.nullish().describe('0, null or omitted: never.'),
  password: SharePassword.nullish(),
};

/** The same as it is changed: what is omitted stays. */
export const linkChanges = {
  name: LinkName.optional(),
  message: LinkMessage.nullish().describe('null clears it.'),
  expiresInDays: expiresInDays.nullish().describe('Counted from now; 0 or null: never.'),
  password: SharePassword.nullish().describe('null clears it.'),
};
