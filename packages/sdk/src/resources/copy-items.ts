import type { CopyResult, ItemChange, ItemCopy, Operation } from '../api.gen.ts';
import { DriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import { pause } from '../retry.ts';
import type { Transport } from '../transport.ts';

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
export interface CopyOptions extends RequestOptions {
  /**
   * Called with the state of the operation while the server copies more than 1,000 items: at least once, also if the signal is
   * aborted while the operation begins.
   */
  readonly onProgress?: (operation: Pick<Operation, 'id' | 'done' | 'total'>) => void;
}

/** The API calls the root `moveToRoot`, because it treats null like an omitted field. */
export const destinationIn = <Change extends ItemChange>(change: Change): Change =>
  change.parentId === null ? { ...change, parentId: undefined, moveToRoot: true } : change;

export type { CopyResult, ItemCopy };

const firstPauseMs = 100;
const longestPauseMs = 2000;

/** Waits for the end of an operation, also if it has to be asked often. An abort leaves the operation running. */
export async function copyItems(transport: Transport, copy: ItemCopy, options: CopyOptions = {}): Promise<CopyResult> {
  const { onProgress, ...request } = options;
  const answer: CopyResult | { readonly operationId: string } = await transport.call(
    'copyFiles',
    { body: copy.parentId === null ? { ...copy, parentId: undefined, copyToRoot: true } : copy },
    request,
  );
  if (!('operationId' in answer)) return answer;
  const params = { id: answer.operationId };
  // The first state is read in any case: whoever aborts needs the id to cancel the operation.
  const { signal, ...first } = request;
  for (let pauseMs = firstPauseMs, look: RequestOptions = first; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const operation = await transport.call('getOperation', { params }, look);
    look = request;
    onProgress?.(operation);
    if (operation.result !== null) return operation.result;
    if (operation.status !== 'running')
      throw new DriveError(
        'internal_error',
        `The server has given up the operation ${operation.id} after ${operation.done} of ${operation.total} items.`,
      );
    await pause(pauseMs, signal);
  }
}
