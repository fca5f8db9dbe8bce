import * as z from 'zod';
import { findingOf, pathText, placeFields, requireFolder } from '../paths.ts';
import { adds, defineTool } from '../tool.ts';

export const createUploadGrant = defineTool({
  name: 'create_upload_grant',
  title: 'Create an upload grant',
  description:
    'Creates a token with which a page or program can upload some files into a folder for a while, without an API key, and returns it. It cannot be shown again.',
  scopes: ['files:read', 'files:write'],
  // Whoever has the token can upload, so the user is asked first.
  annotations: { ...adds, destructiveHint: true, openWorldHint: true },
  input: z.strictObject({
    path: pathText('Folder that receives the files. Default: the root.').default('/'),
    ...placeFields,
    max_files: z.int().min(1).max(1000).optional().describe('Most files. Default: 1.'),
    max_file_bytes: z
      .int()
      .min(1)
      .optional()
      .describe('Most bytes of one file. Default: what the plan of the user allows.'),
    allowed_types: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(50)
      .optional()
      .describe('Media types and endings of names, such as image/*, application/pdf and .csv. Default: all.'),
    expires_in_minutes: z
      .int()
      .min(1)
      .max(10_080)
      .optional()
      .describe('Minutes in which uploads can begin. Default: 60.'),
  }),
  output: z.object({
    token: z.string().describe('Give it to the page or program that uploads.'),
    path: z.string(),
    expiresAt: z.string(),
    maxFiles: z.int(),
  }),
  async run(call) {
    const { drive, input, signal } = call;
    const { path, folderId } = await requireFolder(await findingOf(call), input.path);
    const { token, expiresAt, maxFiles } = await drive.client.uploadGrants.create(
      {
        folderId,
        maxFiles: input.max_files,
        maxFileBytes: input.max_file_bytes,
        allowedTypes: input.allowed_types,
        expiresInMinutes: input.expires_in_minutes,
      },
      { signal },
    );
    return { structured: { token, path, expiresAt, maxFiles } };
  },
});
