import type { Caller } from '@drive/access';
import type { BatchFailure, FolderKeyRule, RequestField } from '@drive/contract';

/** The parsed parts of a request to an endpoint of the contract. */
export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Adds the items that were refused before the request was handled, in the order of the request. */
export type AddFailures = (failed: readonly BatchFailure[]) => readonly BatchFailure[];

/**
 * Confines a request to the folder of a key: throws `file_not_found` or `folder_not_found` for ids outside it, and changes
 * omitted folders to the key's. If each item succeeds or fails alone, takes the ids outside it out of the request instead, and
 * returns what adds them to the failures of the answer. Implemented by the module that owns the tree.
 */
export type ConfineRequest = (
  caller: Pick<Caller, 'userId'>,
  folderId: string,
  rule: FolderKeyRule,
  request: ParsedRequest,
) => Promise<AddFailures | undefined>;

/** The places of a field in the request: one, or one in each entry of a list. */
export function placesOf(
  request: object,
  field: RequestField,
): { readonly holder: Record<string, unknown>; readonly name: string }[] {
  const names = field.split('.');
  const name = names.pop() ?? '';
  let holders = [request as Record<string, unknown>];
  for (const each of names) holders = holders.flatMap((holder) => [holder[each]].flat() as Record<string, unknown>[]);
  return holders.map((holder) => ({ holder, name }));
}

/** The response for the key: items directly in its folder have no parent. */
export function relativeTo<T>(folderId: string | null, answer: T): T {
  if (folderId === null || typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map((each: unknown) => relativeTo(folderId, each)) as T;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]: [string, unknown]) => [
      name,
      // Metadata is the application's own, whatever its keys are.
      name === 'parentId' && value === folderId ? null : name === 'metadata' ? value : relativeTo(folderId, value),
    ]),
  ) as T;
}

/** Like `relativeTo`, for a streamed response. */
export async function* piecesRelativeTo(
  folderId: string | null,
  pieces: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  for await (const piece of pieces) yield relativeTo(folderId, piece);
}
