import { existsSync, readFileSync } from 'node:fs';

interface OpenApi {
  readonly [field: string]: unknown;
  readonly openapi: string;
  readonly info: { readonly version: string };
}

/** Beside the package.json, both from the sources and from the bundle in dist. */
function packageFile(name: string): URL {
  for (const up of ['../', '../../../']) {
    const url = new URL(`${up}${name}`, import.meta.url);
    if (existsSync(url)) return url;
  }
  throw new Error(`${name} is missing from this installation`);
}

/** Reads the description when it is first asked for, and names this server in it. */
export function readOpenApi(baseUrl: string): () => OpenApi {
  let description: OpenApi | undefined;
  return () =>
    (description ??= {
      ...(JSON.parse(readFileSync(packageFile('openapi.json'), 'utf8')) as OpenApi),
      servers: [{ url: baseUrl }],
    });
}

export const readVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
