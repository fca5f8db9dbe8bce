import type { CopyResult, ItemChange, ItemCopy, ItemMove, OperationMove } from '../api.gen.ts';
import { DriveError } from '../error.ts';
import type { Transport } from '../transport.ts';
import { waitForOperation, type WaitOptions } from './wait-for-operation.ts';

/**
 * Options of `files.copy`.
 *
 * @example
 * ```ts
 * import { DriveClient, type CopyOptions } from '@drive/sdk';
 *
 * const options: CopyOptions = { onProgress: ({ done, total }) => console.log(`${done} of ${total}`) };
 * const client = new DriveClient();
 * const { id } = await client.files.getByPath('/Photos');
 * await client.files.copy({ ids: [id], parentId: null }, options);
 * ```
 */
export interface CopyOptions extends WaitOptions {
  /**
   * Called with the state of the operation while the server copies more than 1,000 items: at least once, also if the signal is
   * aborted while the operation begins.
   */
  readonly onProgress?: WaitOptions['onProgress'];
}

/** The API calls the root `moveToRoot`, because it treats null like an omitted field. */
export const destinationIn = <Change extends ItemChange | ItemMove | OperationMove>(change: Change): Change =>
  change.parentId === null ? { ...change, parentId: undefined, moveToRoot: true } : change;

export type { CopyResult, ItemCopy };

/** Waits for the end of an operation, also if it has to be asked often. An abort leaves the operation running. */
export async function copyItems(transport: Transport, copy: ItemCopy, options: CopyOptions = {}): Promise<CopyResult> {
  const { onProgress: _, ...request } = options;
  const answer: CopyAnswer = await transport.call(
    'copyFiles',
    { body: copy.parentId === null ? { ...copy, parentId: undefined, copyToRoot: true } : copy },
    request,
  );
  return copyOf(transport, answer, options);
}

export type CopyAnswer = CopyResult | { readonly operationId: string };

/** The result of a copy that the server has made or has begun. */
export async function copyOf(transport: Transport, answer: CopyAnswer, options: CopyOptions): Promise<CopyResult> {
  if (!('operationId' in answer)) return answer;
  const { result } = await waitForOperation(transport, answer.operationId, options);
  if ('copied' in result) return result;
  throw new DriveError('unexpected_answer', `The operation ${answer.operationId} is no copy.`);
}
