import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import type { Router } from '@drive/http-api';
import { isSingleBinary, readTextPart } from '@drive/program';
import type { Context } from 'hono';

/** A client script with a URL that contains its hash, so that browsers may cache it for good. */
export interface Asset {
  /** Below the base URL. */
  readonly path: `/assets/${string}`;
  readonly body: string;
  /** Scripts that it imports, directly or not. Built scripts import nothing. */
  readonly imports: ReadonlySet<Asset>;
}

/** Reads `{name}.client.ts` beside the calling module, which the build bundles beside the program. */
export function readClientScript(name: string, moduleUrl: string): Asset {
  if (/\.tsx?$/.test(moduleUrl)) return readSource(new URL(`./${name}.client.ts`, moduleUrl));
  const file = `${name}.client.js`;
  const body = isSingleBinary ? readTextPart(file) : readFileSync(new URL(`./${file}`, moduleUrl), 'utf8');
  return assetOf(name, body, new Set());
}

const sources = new Map<string, Asset>();

/** Reads a script and those that it imports, each of which becomes a script of its own. */
function readSource(url: URL): Asset {
  const known = sources.get(url.href);
  if (known !== undefined) return known;
  const imports = new Set<Asset>();
  const script = stripTypeScriptTypes(readFileSync(url, 'utf8'));
  const body = script.replaceAll(/ from '(\.[^']+)'/g, (_, specifier: string) => {
    const imported = readSource(new URL(specifier, url));
    for (const each of [imported, ...imported.imports]) imports.add(each);
    return ` from '..${imported.path.slice('/assets'.length)}'`;
  });
  const asset = assetOf(basename(url.pathname).split('.')[0] ?? '', body, imports);
  sources.set(url.href, asset);
  return asset;
}

function assetOf(name: string, body: string, imports: ReadonlySet<Asset>): Asset {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { path: `/assets/${hash}/${name}.js`, body, imports };
}

const mountedPaths = new WeakMap<Router, Set<string>>();

/** Mounts a script and its imports, unless another script has mounted them. */
export function mountAsset(router: Router, asset: Asset): void {
  const mounted = mountedPaths.get(router) ?? new Set();
  mountedPaths.set(router, mounted);
  for (const { path, body } of [asset, ...asset.imports]) {
    if (mounted.has(path)) continue;
    mounted.add(path);
    const serve = (context: Context): Response =>
      context.newResponse(body, 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
    router.page('GET', path, serve, { countsIn: 'none' });
  }
}
