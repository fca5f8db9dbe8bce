import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** The end of an import or an export: no line of a comment begins so. */
const importLine = /^((?:import|export)\b[^'\n]*|\}) from '([^']+)'/gm;

/** Reads a script and those that it imports, each of which becomes a script of its own. */
function readSource(url: URL): Asset {
  const known = sources.get(url.href);
  if (known !== undefined) return known;
  const imports = new Set<Asset>();
  const script = stripTypeScriptTypes(readFileSync(url, 'utf8'));
  const body = script.replaceAll(importLine, (_, before: string, specifier: string) => {
    const imported = readSource(specifier.startsWith('.') ? new URL(specifier, url) : moduleOf(specifier, url));
    for (const each of [imported, ...imported.imports]) imports.add(each);
    return `${before} from '..${imported.path.slice('/assets'.length)}'`;
  });
  const asset = assetOf(basename(url.pathname).split('.')[0] ?? '', body, imports);
  sources.set(url.href, asset);
  return asset;
}

/** The entry of a package for browsers, which imports no other package. */
function moduleOf(name: string, importer: URL): URL {
  const path = findPackageJSON(name, importer);
  if (path === undefined) throw new Error(`${name} is not installed`);
  const { module } = JSON.parse(readFileSync(path, 'utf8')) as { readonly module: string };
  return new URL(module, pathToFileURL(path));
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
