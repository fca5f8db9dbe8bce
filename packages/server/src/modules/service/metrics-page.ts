import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Metrics } from '../../platform/metrics/index.ts';

/** `GET /metrics` with the token; answers 404 if no token is set. */
export function mountMetrics(router: Router, metrics: Metrics, token: string | undefined): void {
  if (token === undefined) return;
  const expected = digest(`Bearer ${token}`);
  const serve = async (context: Context): Promise<Response> => {
    if (!timingSafeEqual(digest(context.req.header('authorization') ?? ''), expected))
      throw new DomainError('authentication_required', 'This needs the bearer token of DRIVE_METRICS_TOKEN.');
    const { contentType, text } = (await metrics.expose()) ?? { contentType: 'text/plain', text: '' };
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  };
  router.page('GET', '/metrics', serve, { countsIn: 'none' });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
