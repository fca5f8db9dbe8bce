import * as z from 'zod';
import { limits } from '../../limits.ts';
import { cleanName } from '../../names.ts';
import { NewCollectedUpload } from '../collections-schemas.ts';
import { ShareMode } from '../items-schemas.ts';
import { filledText, Id, omittable, text } from '../primitives.ts';
import {
  expiresInDays,
  feedbackFields,
  ListedShare,
  maxDownloads,
  notifyFields,
  OpenShareMode,
  SharePassword,
  uploadFields,
} from '../shares-schemas.ts';

/** The owner's name of a link, which visitors do not see. */
const LinkLabel = filledText(limits.linkNameCharacters, cleanName);

export const NewItemLink = z
  .strictObject({
    label: omittable(LinkLabel).describe('A name by which its owner recognizes the link. Visitors do not see it.'),
    shareMode: omittable(OpenShareMode).describe('Default: `SHARED`.'),
    expiresInDays: omittable(expiresInDays).describe('Days until the link expires. 0, `null` or omitted: never.'),
    password: omittable(SharePassword),
    slug: omittable(text(limits.tokenCharacters)).describe('The slug of its short link.'),
    maxDownloads: omittable(maxDownloads).describe('Maximum number of downloads. Default: no limit.'),
    ...notifyFields,
    ...feedbackFields,
    ...uploadFields,
  })
  .meta({ id: 'NewItemLink', 'x-example': { label: 'For the printer', expiresInDays: 7 } });
export type NewItemLink = z.infer<typeof NewItemLink>;

export const ShareChange = z
  .strictObject({
    label: LinkLabel.nullish().describe('`null` removes it.'),
    shareMode: omittable(ShareMode).describe('`PRIVATE` disables the link but keeps it.'),
    expiresInDays: expiresInDays.nullish().describe('Days from now until the link expires. 0 or `null`: never.'),
    password: SharePassword.nullish().describe('`null` removes it.'),
    slug: text(limits.tokenCharacters).nullish().describe('`null` or blank removes the slug.'),
    maxDownloads: maxDownloads.nullish().describe('Maximum number of downloads. `null` removes the limit.'),
    ...notifyFields,
    ...feedbackFields,
    ...uploadFields,
    coverItemId: Id.nullish().describe(
      'A file of the shared folder or files, however deep, whose thumbnail stands for them. `null`: the first image.',
    ),
  })
  .meta({ id: 'ShareChange', description: 'Omitted fields are not changed.' });
export type ShareChange = z.infer<typeof ShareChange>;

export const ItemLinks = z
  .object({ links: z.array(ListedShare).max(limits.linksPerItem).describe('Oldest first.') })
  .meta({ id: 'ItemLinks' });
export type ItemLinks = z.infer<typeof ItemLinks>;

export const NewShareUpload = z
  .strictObject({
    ...NewCollectedUpload.shape,
    parentId: omittable(Id).describe('A folder inside the shared folder. Default: the shared folder itself.'),
  })
  .meta({ id: 'NewShareUpload' });
export type NewShareUpload = z.infer<typeof NewShareUpload>;
