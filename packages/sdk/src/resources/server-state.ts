import type { ApiPromise } from '../api-promise.ts';
import type { Health } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * The server itself. Reached as `client.server`; none of it needs a key.
 *
 * @example
 * ```ts
 * import { DriveClient, type ServerState } from '@drive/sdk';
 *
 * const isUp = (server: ServerState): Promise<boolean> => server.health().then(() => true, () => false);
 * console.log(await isUp(new DriveClient().server));
 * ```
 */
export class ServerState {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport.forVisitor();
  }

  /**
   * Whether the process is up.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * console.log((await new DriveClient().server.health()).status);
   * ```
   */
  health(options?: RequestOptions): ApiPromise<Health> {
    return this.#transport.call('healthz', {}, options);
  }

  /**
   * Whether database, storage and job loop answer; `unavailable` where one of them doesn't.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().server.ready({ maxRetries: 10 });
   * ```
   */
  ready(options?: RequestOptions): ApiPromise<Health> {
    return this.#transport.call('readyz', {}, options);
  }

  /**
   * The description of the API as this server has it, in OpenAPI.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { openapi } = await new DriveClient().server.openApi();
   * console.log(openapi);
   * ```
   */
  openApi(options?: RequestOptions): ApiPromise<{ openapi: string; [name: string]: unknown }> {
    return this.#transport.call('getOpenApi', {}, options);
  }
}
