import { ConnectionError } from './error-classes.ts';

/**
 * A part of the SDK that few pages need at first, once it is imported. Rejects with `network_error` if the server of the
 * application, to which a bundler gave the part, cannot be reached or has a newer build.
 */
export const loadPart = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((cause: unknown) => {
    throw new ConnectionError('network_error', 'A part of this page could not be loaded.', { cause });
  });
