import { isDeepStrictEqual } from 'node:util';
import { endpoints, type FileVersion, type FileVersionPage, type Item, type ItemPage } from '@drive/contract';
import { expect } from 'vitest';
import { numberedName } from '../../src/modules/files/tree/free-name.ts';
import {
  pathOf,
  sha256Of,
  type Node,
  type Place,
  type Refusals,
  type Told,
  type TreeReference,
} from './tree-reference.ts';
import { fixedSorts, type Look } from './tree-steps.ts';
import type { Outcome, RequestTo, TreeSubject } from './tree-subject.ts';

/** Like `expect(…).toEqual`, which is slow, only if they differ. */
export function same(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

export const told = ({ id, name, type, parentId, size, sha256, uploadedAt, deletedAt }: Item): Told => ({
  id,
  name,
  type,
  parentId,
  size,
  sha256,
  uploadedAt,
  deletedAt,
});

/** The response if no error was due; undefined after one of the due errors. */
export function answerOf<T>(outcome: Outcome<T>, refusals: Refusals): T | undefined {
  if ('answer' in outcome && refusals.length === 0) return outcome.answer;
  const found = 'answer' in outcome ? 'done' : outcome.refused;
  expect(refusals.length === 0 ? ['done'] : refusals).toContain(found);
  return undefined;
}

/** Checks a name: the requested one, or a number whose predecessor is taken. */
export function expectFairName(wanted: string, given: string, taken: ReadonlySet<string>): void {
  expect(taken.has(given)).toBe(false);
  if (!taken.has(wanted)) return expect(given).toBe(wanted);
  let n = 1;
  while (numberedName(wanted, n) !== given) {
    n += 1;
    expect(n).toBeLessThan(100);
  }
  expect(n === 1 || taken.has(numberedName(wanted, n - 1))).toBe(true);
}

/** Checks that the subject returns the contents of the reference. */
export async function lookAt(
  subject: TreeSubject,
  reference: TreeReference,
  look: Look,
  among: { readonly items: readonly Node[]; readonly places: readonly Place[] },
): Promise<void> {
  switch (look.at) {
    case 'folder':
      return lookAtFolder(subject, reference, among.places[look.place % among.places.length]!, look);
    case 'search':
      return lookAtSearch(subject, reference, look);
    case 'trash':
      return lookAtTrash(subject, reference, look.includeFolders);
    default:
      return lookAtItem(subject, reference, among.items[look.item % among.items.length]!, look.at);
  }
}

async function lookAtFolder(
  subject: TreeSubject,
  reference: TreeReference,
  place: Place,
  { sort, page, limit }: Pick<Look & { at: 'folder' }, 'sort' | 'page' | 'limit'>,
): Promise<void> {
  const outcome = await subject.call(endpoints.listFiles, {
    query: { sort, page: String(page), limit: String(limit), ...(place === null ? {} : { parentId: place.id }) },
  });
  const isThere = place === null || (place.isFolder && place.fate === 'alive');
  const answer = answerOf(outcome, isThere ? [] : ['folder_not_found']);
  if (answer === undefined) return;
  samePage(answer, reference.list(place, sort), { page, limit });
  const parentId = place === null ? {} : { parentId: place.id };
  same(await walk(subject, { sort, limit: String(limit), ...parentId }), reference.list(place, sort));
}

async function lookAtSearch(
  subject: TreeSubject,
  reference: TreeReference,
  { q, sort }: Look & { at: 'search' },
): Promise<void> {
  const answer = answerOf(await subject.call(endpoints.listFiles, { query: { q, sort, limit: '200' } }), []);
  if (answer === undefined) return;
  samePage(answer, reference.search(q, sort), { page: 1, limit: 200 });
  same(await walk(subject, { q, sort, limit: '2' }), reference.search(q, sort));
}

/** Every item of a list, page by page with cursors. */
async function walk(subject: TreeSubject, query: RequestTo<typeof endpoints.listFiles>['query']): Promise<Told[]> {
  const items: Told[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: ItemPage | undefined = answerOf(
      await subject.call(endpoints.listFiles, { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }),
      [],
    );
    items.push(...page!.files.map(told));
    cursor = page!.pagination.nextCursor;
  }
  return items;
}

function samePage(
  { files, pagination: { nextCursor, ...pagination } }: ItemPage,
  all: readonly Told[],
  { page, limit }: { readonly page: number; readonly limit: number },
): void {
  same(
    { files: files.map(told), pagination, isLast: nextCursor === null },
    {
      files: all.slice((page - 1) * limit, page * limit),
      pagination: { currentPage: page, totalItems: all.length, totalPages: Math.ceil(all.length / limit) },
      isLast: page * limit >= all.length,
    },
  );
}

async function lookAtTrash(subject: TreeSubject, reference: TreeReference, includeFolders: boolean): Promise<void> {
  const query = { includeFolders: includeFolders ? 'true' : 'false' } as const;
  const found = answerOf(await subject.call(endpoints.listTrash, { query }), [])!.map(told);
  const times = found.map(({ deletedAt }) => deletedAt!);
  same(times, times.toSorted().toReversed());
  // The order of files within one purged folder, and the id of a purged folder, are not specified.
  const byId = (items: readonly Told[]): Map<string, Told> => new Map(items.map((each) => [each.id, each]));
  same(found.length, byId(found).size);
  same(byId(found), byId(reference.listTrash(includeFolders)));
}

async function lookAtItem(
  subject: TreeSubject,
  reference: TreeReference,
  node: Node,
  at: 'item' | 'path' | 'by-path' | 'versions',
): Promise<void> {
  const path = [...pathOf(node), node];
  if (at === 'by-path') {
    const names = path.map(({ name }) => name);
    const there = reference.findByPath(names);
    const outcome = await subject.call(endpoints.getFileByPath, { query: { path: `/${names.join('/')}` } });
    const found = answerOf(outcome, there === undefined ? ['file_not_found'] : []);
    if (there !== undefined) same(told(found!), reference.tell(there));
    return;
  }
  const params = { id: node.id };
  const refusals: Refusals = node.fate === 'alive' ? [] : ['file_not_found'];
  if (at === 'item') {
    const found = answerOf(await subject.call(endpoints.getFile, { params }), refusals);
    if (found !== undefined) same(told(found), reference.tell(node));
    if (subject.servesBytes && !node.isFolder) {
      const outcome = await subject.call(endpoints.getDownloadUrl, { params: { fileId: node.id } });
      const signed = answerOf(outcome, node.fate === 'purged' ? ['file_purged'] : refusals);
      if (signed !== undefined) same(await subject.readSha256(signed.downloadUrl), sha256Of(node.sizeBytes));
    }
  } else if (at === 'versions') {
    return lookAtVersions(subject, reference, node);
  } else {
    const found = answerOf(await subject.call(endpoints.getFilePath, { params }), refusals);
    if (found !== undefined)
      same(
        found.map(told),
        path.map((each) => reference.tell(each)),
      );
  }
}

const toldVersion = ({
  version,
  size,
  sha256,
  modifiedAt,
  uploadedAt,
  replacedAt,
}: FileVersion): Omit<FileVersion, 'mimeType'> => ({ version, size, sha256, modifiedAt, uploadedAt, replacedAt });

async function lookAtVersions(subject: TreeSubject, reference: TreeReference, node: Node): Promise<void> {
  const params = { id: node.id };
  const refusals: Refusals = node.fate === 'alive' && !node.isFolder ? [] : ['file_not_found'];
  const found: FileVersion[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: '2', ...(cursor === undefined ? {} : { cursor }) };
    const page: FileVersionPage | undefined = answerOf(
      await subject.call(endpoints.listFileVersions, { params, query }),
      refusals,
    );
    if (page === undefined) return;
    found.push(...page.versions);
    cursor = page.pagination.nextCursor;
  }
  same(found.map(toldVersion), reference.tellVersions(node));
  if (!subject.servesBytes) return;
  for (const { version, size } of found) {
    const at = { params: { id: node.id, version: String(version) } };
    const signed = answerOf(await subject.call(endpoints.getFileVersionDownloadUrl, at), []);
    same(await subject.readSha256(signed!.downloadUrl), sha256Of(size));
  }
}

/** Compares everything by every endpoint. */
export async function lookAtAll(subject: TreeSubject, reference: TreeReference): Promise<void> {
  const folders = reference.nodes.filter(({ isFolder }) => isFolder);
  for (const [index, place] of [null, ...folders].entries())
    await lookAtFolder(subject, reference, place, { sort: fixedSorts[index % fixedSorts.length]!, page: 1, limit: 50 });
  await lookAtSearch(subject, reference, { at: 'search', q: 'a', sort: 'type,name' });
  await lookAtTrash(subject, reference, true);
  for (const [index, node] of reference.nodes.entries()) {
    await lookAtItem(subject, reference, node, index % 2 === 0 ? 'path' : 'by-path');
    await lookAtVersions(subject, reference, node);
  }
}
