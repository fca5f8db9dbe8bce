import { existsSync, readFileSync } from 'node:fs';
import type { OpenApi } from '@drive/api-docs';
import { isSingleBinary, readTextPart } from '@drive/program';

/** In the directory of package.json, for the sources and for the bundle in dist. */
function readPackageFile(name: string): string {
  if (isSingleBinary) return readTextPart(name);
  for (const up of ['../', '../../../']) {
    const url = new URL(`${up}${name}`, import.meta.url);
    if (existsSync(url)) return readFileSync(url, 'utf8');
  }
  throw new Error(`${name} is missing from this installation`);
}

/** Reads the description at the first request, and adds the URL of this server. */
export function readOpenApi(baseUrl: string): () => OpenApi {
  let description: OpenApi | undefined;
  return () =>
    (description ??= {
      ...(JSON.parse(readPackageFile('openapi.json')) as OpenApi),
      servers: [{ url: baseUrl }],
    });
}

export const readVersion = (): string => (JSON.parse(readPackageFile('package.json')) as { version: string }).version;
