import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Context } from 'hono';
import type { Router } from '../platform/http/index.ts';
import { isSingleBinary, readTextPart } from '../platform/program/index.ts';

/** A client script with a URL that contains its hash, so that browsers may cache it for good. */
export interface Asset {
  /** Below the base URL. */
  readonly path: `/assets/${string}`;
  readonly body: string;
}

/**
 * Reads the client script `{name}.client.ts` beside the calling module: `readClientScript('upload', import.meta.url)`.
 * It runs as a module and imports nothing. The build places it as JavaScript beside the program.
 */
export function readClientScript(name: string, moduleUrl: string): Asset {
  const isSource = /\.tsx?$/.test(moduleUrl);
  const file = `${name}.client.${isSource ? 'ts' : 'js'}`;
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

/** Sends files to reserved uploads. Other client scripts import it by its URL. */
export const readSendingScript = (): Asset => readClientScript('sending', import.meta.url);
