import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiReport, exportsOf } from '../test/api-report.ts';
import { compile, emitDeclarations } from '../test/declarations.ts';

const dist = join(import.meta.dirname, '../dist');
const declarations = emitDeclarations({ comments: false });

it('matches api-report.md', async () => {
  await expect(createApiReport(declarations)).toMatchFileSnapshot('../api-report.md');
});

/** Types of a platform's own headers, which callers do not name. */
const nameless = ['HeaderRecord', 'HeadersLike'];

it('exports every type that its exports refer to', () => {
  const all = [...declarations.values()].join('\n');
  const exported = new Set(
    ['index.d.ts', 'node/index.d.ts', 'server/index.d.ts', 'webhooks/index.d.ts'].flatMap((file) =>
      exportsOf(file, declarations).map(({ name }) => name),
    ),
  );
  const report = createApiReport(declarations);
  const declared = [...all.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  const hidden = declared.filter((name) => !exported.has(name) && new RegExp(`[:<|&(] ?${name}\\b`).test(report));
  expect([...new Set(hidden)].toSorted()).toEqual(nameless);
});

describe('the published declarations', () => {
  const built = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.d.mts')) : [];

  it.skipIf(built.length === 0)('need no other package, and no Node types', () => {
    for (const name of built) {
      const text = readFileSync(join(dist, name), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      const imports = [...text.matchAll(/(?:from|import\() ?["']([^"']+)["']/g)].map(([, from]) => from);
      expect(imports.filter((from) => from?.startsWith('./') !== true)).toEqual([]);
      expect(text).not.toMatch(/\b(Buffer|NodeJS)\b/);
    }
  });
});

it('has a type for error codes with which a misspelt one does not compile', () => {
  const program = (code: string): string => `
    import { isDriveError } from '@drive/sdk';
    export const isTaken = (error: unknown): boolean => isDriveError(error) && error.code === '${code}';
  `;
  expect(compile({ 'codes.ts': program('name_conflict') })).toBe('');
  expect(compile({ 'codes.ts': program('name_conflcit') })).toContain('have no overlap');
});

describe('types on hover', () => {
  /** As an editor shows it: the compiler says it when it refuses it. */
  function shown(...expressions: readonly string[]): string[] {
    const lines = expressions.map(
      (expression, index) => `export const t${index}: { readonly no: never } = ${expression};`,
    );
    const text = [`import { DriveClient } from '@drive/sdk';`, 'declare const client: DriveClient;', ...lines].join(
      '\n',
    );
    const said = compile({ 'hover.ts': text }, { noErrorTruncation: true });
    return [...said.matchAll(/ype '(.*)' (?:but required|is not assignable)|in type '(.*)' but required/g)].map(
      ([, one, other]) => one ?? other ?? '',
    );
  }

  it('are names and short shapes, without intersections', () => {
    expect(
      shown(
        'client.files.get',
        'client.files.list',
        'client.files.update',
        'client.uploads.upload',
        'client.shares.setMode',
        'client.public.open',
        'client.request',
        'client.account.me()',
        'await client.account.me().withResponse()',
      ),
    ).toMatchInlineSnapshot(`
      [
        "(id: string, options?: RequestOptions | undefined) => ApiPromise<Item>",
        "(query?: ListFilesQuery, options?: RequestOptions | undefined) => PagedList<Item, Pagination>",
        "(id: string, change: ItemChange, options?: RequestOptions | undefined) => ApiPromise<Item>",
        "(source: UploadSource, options?: UploadOptions) => Promise<UploadResult>",
        "(share: ShareKey, change: "PRIVATE" | "PUBLIC" | "SHARED" | FolderShareModeChange, options?: RequestOptions | undefined) => ApiPromise<ShareDescriptor>",
        "(link: string, options?: OpenOptions) => Promise<OpenedShare>",
        "<T = unknown>(method: string, path: string, options?: RawRequestOptions) => ApiPromise<T>",
        "ApiPromise<User>",
        "Answered<User>",
      ]
    `);
  });
});
