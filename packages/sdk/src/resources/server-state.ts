import type { ApiPromise } from '../api-promise.ts';
import type { Health } from '../api.gen.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * State of the server. Reached as `client.server`; needs no credential.
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
   * Checks that the process is running.
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
   * Checks database, storage and job runner. Throws `unavailable` if one of them fails.
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
   * Returns the server's OpenAPI document.
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
