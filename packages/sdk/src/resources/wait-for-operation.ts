import type { Operation } from '../api.gen.ts';
import { DriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import { pause } from '../retry.ts';
import type { Transport } from '../transport.ts';

/**
 * Options of `operations.wait`.
 *
 * @example
 * ```ts
 * import { DriveClient, type WaitOptions } from '@drive/sdk';
 *
 * const options: WaitOptions = { onProgress: ({ done, total }) => console.log(`${done} of ${total}`) };
 * await new DriveClient().operations.wait('8e0aa8ac-9a37-4c11-9d27-3a3c6ff0ab2f', options);
 * ```
 */
export interface WaitOptions extends RequestOptions {
  /** Called with the state of the operation: at least once, also if the signal is aborted while the operation begins. */
  readonly onProgress?: ((operation: Pick<Operation, 'id' | 'done' | 'total'>) => void) | undefined;
}

/**
 * An operation that has ended, as `operations.wait` returns it.
 *
 * @example
 * ```ts
 * import { DriveClient, type EndedOperation } from '@drive/sdk';
 *
 * const { done, total }: EndedOperation = await new DriveClient().operations.wait('8e0aa8ac-9a37-4c11-9d27-3a3c6ff0ab2f');
 * console.log(`${done} of ${total}`);
 * ```
 */
export type EndedOperation = Operation & {
  /** What became of the items. */
  readonly result: NonNullable<Operation['result']>;
};

const firstPauseMs = 100;
const longestPauseMs = 2000;

/** Waits for the end of an operation. An abort leaves the operation running. Throws if the server has given it up. */
export async function waitForOperation(
  transport: Transport,
  id: string,
  { onProgress, ...request }: WaitOptions,
): Promise<EndedOperation> {
  const params = { id };
  // The first state is read in any case: whoever aborts needs the id to cancel the operation.
  const { signal, ...first } = request;
  for (let pauseMs = firstPauseMs, look: RequestOptions = first; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const operation = await transport.call('getOperation', { params }, look);
    look = request;
    onProgress?.(operation);
    const { result } = operation;
    if (result !== null) return { ...operation, result };
    if (operation.status !== 'running')
      throw new DriveError(
        'internal_error',
        `The server has given up the operation ${operation.id} after ${operation.done} of ${operation.total} items.`,
      );
    await pause(pauseMs, signal);
  }
}
