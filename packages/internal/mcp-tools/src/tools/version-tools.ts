import * as z from 'zod';
import { Entry, entryOf } from '../entry.ts';
import { findingOf, pathText, placeFields, requireFile } from '../paths.ts';
import { changes, defineTool, reads } from '../tool.ts';

const mostVersions = 200;

const Version = z.object({
  version: z.int().describe('Number for read_file and restore_version. A newer content has a higher one.'),
  size: z.int(),
  mimeType: z.string(),
  sha256: z.string().describe('SHA-256 of the content.').nullable(),
  uploadedAt: z.string(),
  replacedAt: z.string().describe('When another content replaced this one.'),
});

export const listVersions = defineTool({
  name: 'list_versions',
  title: 'List versions',
  description: 'Lists the contents that a file had before its current one, newest first.',
  scopes: ['files:read'],
  annotations: reads,
  input: z.strictObject({ path: pathText('Path of the file.'), ...placeFields }),
  output: z.object({ current: Entry, versions: z.array(Version) }),
  async run(call) {
    const { drive, input, signal } = call;
    const { path, item } = await requireFile(await findingOf(call), input.path);
    const { items } = await drive.client.files.versions.list(item.id, { limit: mostVersions }, { signal });
    const versions = items.map(({ version, size, mimeType, sha256, uploadedAt, replacedAt }) => ({
      version,
      size,
      mimeType,
      sha256,
      uploadedAt,
      replacedAt,
    }));
    return { structured: { current: entryOf(item, path), versions } };
  },
});

export const restoreVersion = defineTool({
  name: 'restore_version',
  title: 'Restore a version',
  description: 'Makes a previous content the current one. The content that was current becomes a version.',
  scopes: ['files:read', 'files:write'],
  annotations: changes,
  input: z.strictObject({
    path: pathText('Path of the file.'),
    ...placeFields,
    version: z.int().min(1).describe('Number of the version, as list_versions returns it.'),
  }),
  output: Entry,
  async run(call) {
    const { drive, input, signal } = call;
    const { path, item } = await requireFile(await findingOf(call), input.path);
    const restored = await drive.client.files.versions.restore(item.id, input.version, { signal });
    return { structured: entryOf(restored, path) };
  },
});
