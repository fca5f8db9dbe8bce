import { DriveError, type Item } from '@drive/sdk';
import { client } from '../../api/client.ts';
import { itemSource } from '../../api/content.ts';
import { isStatus } from '../../api/query-client.ts';
import { sessionEnd } from '../../api/session-end.ts';

/** A longer text is only shown. */
export const editedTextBytes = 2 * 1024 * 1024;

/** A text with what has to be kept when it is saved. */
export interface EditedText {
  /** With `\n` between the lines. A `\r` that is left belongs to the text. */
  readonly text: string;
  readonly lineBreak: '\n' | '\r\n';
  readonly hasMark: boolean;
}

export interface OpenedText extends EditedText {
  /** Stands for the content that the next one may replace: its SHA-256, or what else `ifMatch` takes. */
  readonly tag: string;
}

const mark = '\uFEFF';

/** Reads a text completely, as it is now; undefined if it is not in UTF-8, in which it would be saved. */
export async function readEditedText({ id }: Item, signal: AbortSignal): Promise<OpenedText | undefined> {
  // The list may be older.
  const item = await client.files.get(id, { signal });
  const size = item.size ?? 0;
  const bytes = size === 0 ? new Uint8Array() : await itemSource(item).read(0, size, signal);
  const edited = decodeEditedText(bytes);
  return edited && { ...edited, tag: item.sha256 ?? (await sha256Of(bytes)) ?? item.changeTag };
}

export function decodeEditedText(bytes: Uint8Array): EditedText | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const hasMark = text.startsWith(mark);
  // In a text with both kinds of line breaks, each line keeps its own.
  const lineBreak = text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
  const unmarked = hasMark ? text.slice(1) : text;
  return { text: lineBreak === '\n' ? unmarked : unmarked.replaceAll('\r\n', '\n'), lineBreak, hasMark };
}

export function encodeEditedText({ text, lineBreak, hasMark }: EditedText): string {
  return (hasMark ? mark : '') + (lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak));
}

/** The file has another content by now. */
export const isConflict = (error: unknown): boolean =>
  error instanceof DriveError && error.code === 'precondition_failed';

/** There is no such file any more, or not for this user. */
export const isGone = (error: unknown): boolean => isStatus(error, 404);

const blobOf = (item: Item, text: EditedText): Blob =>
  new Blob([encodeEditedText(text)], { type: item.mimeType ?? 'text/plain' });

/**
 * Makes the text the content of the file; what it replaces becomes a version. With `ifMatch` it is refused if the file has another
 * content by now. Returns the tag of the new content.
 */
export async function saveEditedText(item: Item, text: EditedText, ifMatch: string | undefined): Promise<string> {
  const blob = blobOf(item, text);
  const options = { ...(ifMatch === undefined ? {} : { ifMatch }), withItem: true };
  const { item: stored } = await inSession(() => client.uploads.replace(item.id, blob, options));
  const sha256 = stored?.sha256 ?? (await sha256Of(new Uint8Array(await blob.arrayBuffer())));
  return sha256 ?? (stored ?? (await client.files.get(item.id))).changeTag;
}

interface EditedCopy {
  readonly name: string;
  /** Whether it is in the user's own files, because the folder of the first file is not there any more or takes no files of theirs. */
  readonly isInRoot: boolean;
}

/** Stores the text as another file beside the first one, or else in the root. */
export async function saveEditedCopy(item: Item, text: EditedText): Promise<EditedCopy> {
  const save = async (parentId: string | null): Promise<EditedCopy> => {
    const options = { name: item.name, parentId, onConflict: 'rename' } as const;
    const { fileName } = await client.uploads.upload(blobOf(item, text), options);
    return { name: fileName, isInRoot: parentId !== item.parentId };
  };
  try {
    return await save(item.parentId);
  } catch (error) {
    if (item.parentId === null || !(isGone(error) || isStatus(error, 403))) throw error;
    return await save(null);
  }
}

/** Asks the user to sign in if the session has ended: a replacement begins with a look at the file, which does not wait for that. */
async function inSession<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const isOver = error instanceof DriveError && error.code === 'authentication_required';
    if (!isOver || !(await sessionEnd.signIn())) throw error;
    return await change();
  }
}

/** In hex; undefined: pages without HTTPS have no such function. The server may know it only a little later than the content. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
