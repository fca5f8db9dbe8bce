import type { ApiPromise } from '../api-promise.ts';
import type { Operation } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * Work on many items that the server continues after the request, such as a copy of more than 1,000 items. `client.files.copy`
 * waits for its own. Reached as `client.operations`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Operations } from '@drive/sdk';
 *
 * const isRunning = async (operations: Operations, id: string) => (await operations.get(id)).status === 'running';
 * console.log(await isRunning(new DriveClient().operations, '8e0aa8ac-9a37-4c11-9d27-3a3c6ff0ab2f'));
 * ```
 */
export class Operations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the state of an operation. It is kept for a week after the end of the operation.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { status, done, total } = await new DriveClient().operations.get('8e0aa8ac-9a37-4c11-9d27-3a3c6ff0ab2f');
   * console.log(status, `${done} of ${total}`);
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<Operation> {
    return this.#transport.call('getOperation', { params: { id } }, options);
  }

  /**
   * Ends a running operation and permanently deletes what it has copied. Only forgets an operation that has ended.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().operations.cancel('8e0aa8ac-9a37-4c11-9d27-3a3c6ff0ab2f');
   * ```
   */
  cancel(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('cancelOperation', { params: { id } }, options);
  }
}
