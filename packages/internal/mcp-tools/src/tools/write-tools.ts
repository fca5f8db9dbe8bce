import * as z from 'zod';
import { Entry, entryOf } from '../entry.ts';
import { isRefusal } from '../explain.ts';
import { findingOf, parsePath, pathText, placeFields } from '../paths.ts';
import { adds, changes, defineTool, ToolError } from '../tool.ts';

const maxContentCharacters = 1024 * 1024;

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write a file',
  description:
    'Stores a file and creates the folders that are missing. An existing file is left as it is, unless replace is true: it then gets the new content, and its previous content becomes a version.',
  scopes: ['files:write'],
  annotations: changes,
  input: z.strictObject({
    path: pathText('Path of the file.'),
    ...placeFields,
    content: z.string().max(maxContentCharacters).describe('The complete content.'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64: content is that of a binary file.'),
    replace: z.boolean().default(false).describe('Give an existing file this content.'),
  }),
  output: Entry,
  async run(call) {
    const { drive, input, signal } = call;
    const path = parsePath(input.path);
    if (path === '/') throw new ToolError('Give the path of a file, such as /notes.txt.');
    const { topId: folderId } = await findingOf(call);
    const bytes = new Blob([input.encoding === 'base64' ? decoded(input.content) : input.content]);
    const { files } = drive.client;
    try {
      return { structured: entryOf(await files.put(path, bytes, { folderId, ifAbsent: true, signal }), path) };
    } catch (error) {
      if (!isRefusal(error, 'precondition_failed')) throw error;
    }
    if (!input.replace)
      throw new ToolError(
        `There is something at ${path} already. Choose another path, or set replace to true if it is a file that is to get this content.`,
      );
    // Without versions, the previous content would be deleted for good.
    const { versionsKeep } = await drive.client.public.config({ signal });
    if (versionsKeep === 0)
      throw new ToolError(
        `This server keeps no versions, so the present content of ${path} would be lost. Move that file to the trash first, or choose another path.`,
      );
    return { structured: entryOf(await files.put(path, bytes, { folderId, onConflict: 'replace', signal }), path) };
  },
});

function decoded(content: string): Buffer<ArrayBuffer> {
  const compact = content.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact) || compact.length % 4 !== 0)
    throw new ToolError('content is not base64. Encode the bytes of the file with the standard alphabet and padding.');
  return Buffer.from(compact, 'base64');
}

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create a folder',
  description: 'Creates a folder, and the folders above it that are missing. An existing folder is left as it is.',
  scopes: ['files:read', 'files:write'],
  annotations: { ...adds, idempotentHint: true },
  input: z.strictObject({ path: pathText('Path of the folder.'), ...placeFields }),
  output: Entry,
  async run(call) {
    const { drive, input, signal } = call;
    const path = parsePath(input.path);
    if (path === '/') throw new ToolError('Give the path of a folder, such as /Photos/2026.');
    const { topId: folderId } = await findingOf(call);
    return { structured: entryOf(await drive.client.files.ensureFolder(path, { folderId, signal }), path) };
  },
});
