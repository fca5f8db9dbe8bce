import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Context } from 'hono';
import type { Router } from '../platform/http/index.ts';
import { isSingleBinary, readTextPart } from '../platform/program/index.ts';

/** A script of a page, served under an address that changes with it, so that browsers may keep it for good. */
export interface Asset {
  /** Below the base URL. */
  readonly path: `/assets/${string}`;
  readonly body: string;
}

/**
 * The script `{name}.island.ts` beside the module that serves it: `readIsland('upload', import.meta.url)`. It runs in
 * browsers, as a module, and imports nothing. The build puts it as JavaScript beside the program.
 */
export function readIsland(name: string, moduleUrl: string): Asset {
  const isSource = /\.tsx?$/.test(moduleUrl);
  const file = `${name}.island.${isSource ? 'ts' : 'js'}`;
  const text = isSingleBinary ? readTextPart(file) : readFileSync(new URL(`./${file}`, moduleUrl), 'utf8');
  const body = isSource ? stripTypeScriptTypes(text) : text;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { path: `/assets/${hash}/${name}.js`, body };
}

export function mountAsset(router: Router, { path, body }: Asset): void {
  const serve = (context: Context): Response =>
    context.newResponse(body, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  router.page('GET', path, serve, { countsIn: 'none' });
}
