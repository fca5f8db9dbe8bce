import { type Item, isDriveError } from '@drive/sdk';
import * as z from 'zod';
import { ToolError, type ToolCall } from './tool.ts';

/** What a call brings that is needed to find items. */
export interface Finding extends Pick<ToolCall<unknown>, 'drive' | 'signal'> {
  /** ID of the folder that paths begin in; undefined: the root of the drive. */
  readonly topId: string | undefined;
}

/** Where the paths of a call begin. */
interface Place {
  readonly driveId?: string | undefined;
  readonly folderId?: string | undefined;
}

/** A pattern instead of a format, which strict validators refuse unless they know it. */
const id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** The arguments of tools that take paths. */
export const placeFields = {
  driveId: id
    .optional()
    .describe('Team drive that paths begin in, as list_drives returns it. Default: the user’s own drive.'),
  folderId: id
    .optional()
    .describe('Folder of somebody else that paths begin in, as list_drives returns it. Not together with driveId.'),
};

export async function findingOf({ drive, signal, input }: ToolCall<Place>): Promise<Finding> {
  const { driveId, folderId } = input;
  if (driveId === undefined) return { drive, signal, topId: folderId };
  if (folderId !== undefined) throw new ToolError('Give driveId or folderId, not both.');
  return { drive, signal, topId: (await drive.client.drives.get(driveId, { signal })).rootId };
}

const maxPathCharacters = 4096;

export const pathText = (description: string): z.ZodString =>
  z.string().min(1).max(maxPathCharacters).describe(description);

/** `/Photos/2026` from any way to write it; `/` is the root, for a key of one folder that folder. */
export function parsePath(text: string): string {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw new ToolError(`${text}: give the path from the root, without "..".`);
  return `/${names.join('/')}`;
}

export const joinPath = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;

/** The folder and the name of a path that is not the root. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const end = path.lastIndexOf('/');
  return { folder: path.slice(0, end) || '/', name: path.slice(end + 1) };
}

export async function findItem({ drive, signal, topId }: Finding, path: string): Promise<Item | undefined> {
  try {
    return await drive.client.files.getByPath(path, { folderId: topId, signal });
  } catch (error) {
    if (isDriveError(error, 'file_not_found')) return undefined;
    throw error;
  }
}

/** The item at a path, which is not the root. */
export async function requireItem(
  finding: Finding,
  text: string,
): Promise<{ readonly path: string; readonly item: Item }> {
  const path = parsePath(text);
  if (path === '/') throw new ToolError('The root of the drive is no item. Name a file or folder in it.');
  const item = await findItem(finding, path);
  if (item === undefined) throw new ToolError(`There is nothing at ${path}. list_folder shows what is in a folder.`);
  return { path, item };
}

export async function requireFile(
  finding: Finding,
  text: string,
): Promise<{ readonly path: string; readonly item: Item }> {
  const found = await requireItem(finding, text);
  if (found.item.type === 'folder') throw new ToolError(`${found.path} is a folder. Name a file.`);
  return found;
}

/** The id of the folder at a path; undefined: the root of the user's own drive. */
export async function requireFolder(
  finding: Finding,
  text: string,
): Promise<{ readonly path: string; readonly folderId: string | undefined }> {
  const path = parsePath(text);
  if (path === '/') return { path, folderId: finding.topId };
  const { item } = await requireItem(finding, path);
  if (item.type === 'file') throw new ToolError(`${path} is a file. Name a folder.`);
  return { path, folderId: item.id };
}

/** The path of an item that was moved, copied or restored. */
export async function findPath({ drive, signal, topId }: Finding, { id }: Pick<Item, 'id'>): Promise<string> {
  const all = await drive.client.files.path(id, { signal });
  const chain = all.slice(all.findIndex((folder) => folder.id === topId) + 1);
  return `/${chain.map(({ name }) => name).join('/')}`;
}
