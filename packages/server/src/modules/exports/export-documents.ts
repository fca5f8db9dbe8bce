import { endpoints } from '@drive/contract';
import { mayUse, type Caller } from '../../platform/access/index.ts';
import type { ArchivedText } from '../archives/index.ts';

/** What the API answers to a caller who may use the endpoint. */
export type AnswerOwn = (
  endpointId: keyof typeof endpoints,
  caller: Caller,
  query: Readonly<Record<string, string>>,
) => Promise<unknown>;

interface Document {
  readonly endpoint: keyof typeof endpoints;
  readonly folder: readonly string[];
  readonly name: string;
  /** Field of the answer with the rows of a page. Default: the answer is complete. */
  readonly rows?: string;
}

const documents: readonly Document[] = [
  { endpoint: 'getMe', folder: [], name: 'account' },
  { endpoint: 'listApiKeyPage', folder: ['settings'], name: 'api-keys', rows: 'apiKeys' },
  { endpoint: 'listPasskeys', folder: ['settings'], name: 'passkeys' },
  { endpoint: 'listIdentities', folder: ['settings'], name: 'identities' },
  { endpoint: 'listWebhooks', folder: ['settings'], name: 'webhooks' },
  { endpoint: 'listShares', folder: ['links'], name: 'shares', rows: 'shares' },
  { endpoint: 'listCollections', folder: ['links'], name: 'file-requests', rows: 'collections' },
  { endpoint: 'listProofings', folder: ['links'], name: 'proofings', rows: 'proofings' },
  { endpoint: 'listPastes', folder: ['links'], name: 'pastes', rows: 'pastes' },
  { endpoint: 'listUploadGrants', folder: ['links'], name: 'upload-grants', rows: 'uploadGrants' },
  { endpoint: 'listActivity', folder: [], name: 'activity', rows: 'activity' },
];

/** Rows of one file, so that neither memory nor a row of the database grows with the account. */
const rowsPerFile = 2000;

interface Page {
  readonly pagination: { readonly nextCursor: string | null };
}

function rowsOf(page: object, field: string): readonly unknown[] {
  const rows: unknown = Reflect.get(page, field);
  if (!Array.isArray(rows)) throw new Error(`a page has no ${field}`);
  return rows;
}

/** What the API answers to the caller, as JSON: `shares.json`, and `shares-2.json` for what does not fit. */
export async function* writeDocuments(caller: Caller, answerOwn: AnswerOwn): AsyncGenerator<ArchivedText> {
  for (const { endpoint, folder, name, rows } of documents) {
    if (!mayUse(caller, endpoints[endpoint])) continue;
    if (rows === undefined) {
      yield textOf(folder, name, await answerOwn(endpoint, caller, {}));
      continue;
    }
    let number = 1;
    let kept: unknown[] = [];
    const write = (): ArchivedText => textOf(folder, number === 1 ? name : `${name}-${number}`, kept);
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await answerOwn(endpoint, caller, cursor === undefined ? {} : { cursor })) as Page;
      kept.push(...rowsOf(page, rows));
      cursor = page.pagination.nextCursor;
      if (cursor === null || kept.length < rowsPerFile) continue;
      yield write();
      number += 1;
      kept = [];
    }
    if (number === 1 || kept.length > 0) yield write();
  }
}

const textOf = (folderNames: readonly string[], name: string, value: unknown): ArchivedText => ({
  text: `${JSON.stringify(value, undefined, 2)}\n`,
  name: `${name}.json`,
  folderNames,
});
