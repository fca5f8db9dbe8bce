import type { Item } from '@drive/sdk';
import * as z from 'zod';
import { findingOf, pathText, placeFields, requireFile, type Finding } from '../paths.ts';
import { defineTool, reads, ToolError } from '../tool.ts';

/** Longer texts would fill the memory of an assistant. */
const maxTextBytes = 256 * 1024;
/** Of larger images the thumbnail is shown. Assistants refuse results of more than about a megabyte. */
const maxImageBytes = 700 * 1024;
/** Thumbnails are smaller than images. */
const mostBytes = Math.max(maxTextBytes, maxImageBytes);
/** What assistants can see. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const Output = z.object({
  path: z.string(),
  version: z.int().optional().describe('Number of the version, if one was asked for.'),
  size: z.int().describe('Bytes of the content.'),
  mimeType: z.string(),
  sha256: z.string().describe('SHA-256 of the content.').nullable(),
  modifiedAt: z.string().describe('When the file was last modified where it comes from, if that is known.').nullable(),
  text: z.string().optional().describe('The content, if it is a text of up to 256 KiB.'),
  image: z
    .enum(['complete', 'thumbnail'])
    .optional()
    .describe('Whether the image that follows is the file itself or a small one of it.'),
  downloadUrl: z
    .string()
    .optional()
    .describe(
      'Signed URL of the bytes for whoever has it, for some minutes, if the file itself is not in this result.',
    ),
});

/** One content of a file: the current one, or a version. */
interface Content {
  readonly size: number;
  readonly mimeType: string;
  readonly sha256: string | null;
  readonly modifiedAt: string | null;
  /** Undefined for a version. */
  readonly thumbnailUrl: string | undefined;
  /** Signed; `inline` is shown by browsers, the other one saved. */
  urlOf(inline: boolean): Promise<string>;
}

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description:
    'Returns the content of a file: a text of up to 256 KiB as text, an image as an image. Of any other file it returns what is known about it, and a URL from which the user can download it for some minutes.',
  scopes: ['files:read'],
  annotations: { ...reads, openWorldHint: true },
  input: z.strictObject({
    path: pathText('Path of the file.'),
    ...placeFields,
    version: z
      .int()
      .min(1)
      .optional()
      .describe('Number of a previous content, as list_versions returns it. Default: the current one.'),
  }),
  output: Output,
  async run(call) {
    const { input } = call;
    const finding = await findingOf(call);
    const { path, item } = await requireFile(finding, input.path);
    const content =
      input.version === undefined ? currentOf(finding, item) : await versionOf(finding, item, input.version);
    const { size, mimeType, sha256, modifiedAt } = content;
    const facts: z.infer<typeof Output> = { path, version: input.version, size, mimeType, sha256, modifiedAt };
    const image = await readImage(finding, content);
    if (image !== undefined) {
      const { whole, data, type } = image;
      const structured = whole
        ? { ...facts, image: 'complete' as const }
        : { ...facts, image: 'thumbnail' as const, downloadUrl: await content.urlOf(false) };
      return {
        structured,
        content: [
          { type: 'image', data, mimeType: type },
          { type: 'text', text: JSON.stringify(structured, null, 2) },
        ],
      };
    }
    const text = size > maxTextBytes ? undefined : textOf(await readBytes(finding, await content.urlOf(true)));
    if (text === undefined) return { structured: { ...facts, downloadUrl: await content.urlOf(false) } };
    return { structured: { ...facts, text }, content: [{ type: 'text', text }] };
  },
});

function currentOf({ drive, signal }: Finding, item: Item): Content {
  const { id, size, mimeType, sha256, modifiedAt, previewUrl } = item;
  return {
    size: size ?? 0,
    mimeType: mimeType ?? '',
    sha256,
    modifiedAt,
    thumbnailUrl: previewUrl ?? undefined,
    urlOf: async (inline) => (await drive.client.files.downloadUrl(id, { inline }, { signal })).downloadUrl,
  };
}

async function versionOf({ drive, signal }: Finding, { id, name }: Item, wanted: number): Promise<Content> {
  const { versions } = drive.client.files;
  for await (const { version, size, mimeType, sha256, modifiedAt } of versions.list(id, {}, { signal }))
    if (version === wanted)
      return {
        size,
        mimeType,
        sha256,
        modifiedAt,
        thumbnailUrl: undefined,
        urlOf: async (inline) => (await versions.downloadUrl(id, version, { inline }, { signal })).downloadUrl,
      };
  throw new ToolError(`${name} has no version ${wanted}. list_versions shows its versions.`);
}

async function readImage(
  finding: Finding,
  { size, mimeType, thumbnailUrl, urlOf }: Content,
): Promise<{ readonly whole: boolean; readonly data: string; readonly type: string } | undefined> {
  const type = mimeType.split(';', 1)[0]!.trim().toLowerCase();
  if (imageTypes.has(type) && size <= maxImageBytes)
    return { whole: true, type, data: (await readBytes(finding, await urlOf(true))).toString('base64') };
  if (thumbnailUrl === undefined) return undefined;
  return { whole: false, type: 'image/webp', data: (await readBytes(finding, thumbnailUrl)).toString('base64') };
}

/** The bytes of a signed URL. Only small contents are asked for; one may be replaced by a large one before it is read. */
async function readBytes({ drive, signal }: Finding, url: string): Promise<Buffer> {
  const response = await drive.fetch(url, { signal });
  if (response.ok && Number(response.headers.get('content-length')) <= mostBytes)
    return Buffer.from(await response.arrayBuffer());
  await response.body?.cancel();
  throw new ToolError('The content of the file could not be read, or changed meanwhile. Try again.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** undefined for bytes that are no text. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
