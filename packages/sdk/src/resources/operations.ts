import type { ApiPromise } from '../api-promise.ts';
import type { Operation, OperationMove, StartedOperation } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { destinationIn } from './copy-items.ts';
import { type EndedOperation, waitForOperation, type WaitOptions } from './wait-for-operation.ts';

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
   * Begins to move files and folders into one folder, into the root with `parentId: null`, or into that of a team drive with
   * `moveToRoot` and `driveId`: any number, also to the tree of another owner. The `result` of the operation says what was moved.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [design] = (await client.drives.list()).drives;
   * const { id } = await client.files.getByPath('/Projects');
   * const { operationId } = await client.operations.move({ ids: [id], moveToRoot: true, driveId: design?.id });
   * console.log((await client.operations.get(operationId)).status);
   * ```
   */
  move(move: OperationMove, options?: RequestOptions): ApiPromise<StartedOperation> {
    return this.#transport.call('startMove', { body: destinationIn(move) }, options);
  }

  /**
   * Waits for the end of an operation and returns it with its result. Throws `internal_error` if the server has given it up. An abort
   * leaves it running.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { kind, done } = await new DriveClient().operations.wait('8e0aa8ac-9a37-4c11-9d27-3a3c6ff0ab2f');
   * console.log(kind, done);
   * ```
   */
  wait(id: string, options: WaitOptions = {}): Promise<EndedOperation> {
    return waitForOperation(this.#transport, id, options);
  }

  /**
   * Ends a running operation. What a copy has made is deleted permanently; what was moved stays where it is. Only forgets an operation
   * that has ended.
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
