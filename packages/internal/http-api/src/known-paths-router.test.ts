import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { KnownPathsRouter } from './known-paths-router.ts';

/** The calls of each handler, in their order, and the answer. */
function appOn(options: ConstructorParameters<typeof Hono>[0]) {
  const calls: string[] = [];
  const app = new Hono(options);
  app.use('/api/*', async (_context, next) => {
    calls.push('use');
    await next();
  });
  app.get('/api/items', (context) => context.text('items'));
  app.post('/api/items', (context) => context.text('new item'));
  app.get('/api/items/newest', (context) => context.text('newest'));
  app.get('/api/items/:id', (context) => context.text(`item ${context.req.param('id')}`));
  app.get('/api/items/:id/parts', (context) => context.text(`parts ${context.req.param('id')}`));
  app.get('/files/:path{.*}', (context) => context.text(`file ${context.req.param('path')}`));
  app.get('/alone', (context) => context.text('alone'));
  return async (method: string, path: string): Promise<unknown> => {
    calls.length = 0;
    const response = await app.request(path, { method });
    return [response.status, await response.text(), ...calls];
  };
}

describe('the router of known paths', () => {
  test('finds what the router of Hono finds, also again and for other methods [P-523]', async () => {
    const [ours, theirs] = [appOn({ router: new KnownPathsRouter() }), appOn({})];
    const paths = ['/api/items', '/api/items/newest', '/api/items/7', '/api/items/7/parts', '/files/a/b', '/alone'];
    for (const path of [...paths, '/api/items/', '/nothing', ...paths])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT'])
        expect([method, path, await ours(method, path)]).toEqual([method, path, await theirs(method, path)]);
  });

  test('calls the handler of a path without parameters and none that matches after it [P-524]', () => {
    const router = new KnownPathsRouter<string>();
    router.add('GET', '/items/newest', 'newest');
    router.add('GET', '/items/:id', 'one');
    for (const _ of [1, 2])
      expect(router.match('GET', '/items/newest')[0].map(([handler]) => handler)).toEqual(['newest']);
    router.add('PUT', '/items/newest', 'put');
    expect(router.match('PUT', '/items/newest')[0].map(([handler]) => handler)).toEqual(['put']);
    expect(router.match('GET', '/items/7')[0]).toEqual([['one', { id: '7' }]]);
  });
});
