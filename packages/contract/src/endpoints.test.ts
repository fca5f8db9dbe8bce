import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints, errorsOf, errorStatus, keyScopes, type EndpointShape } from './index.ts';

const all: readonly (readonly [string, EndpointShape])[] = Object.entries(endpoints);

describe('the endpoints', () => {
  it('are exported under their id', () => {
    for (const [name, { id }] of all) expect(id).toBe(name);
  });

  it('have a unique method and path, with any names of parameters', () => {
    const routes = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('are below /api, or below /files if they transfer bytes', () => {
    const misplaced = all.filter(
      ([, { path, transport, tag }]) =>
        tag !== 'Operations' && !path.startsWith(transport === 'bytes' ? '/files/' : '/api/'),
    );
    expect(misplaced).toEqual([]);
  });

  it('name the scope that a key needs, unless they ignore credentials', () => {
    for (const [id, { auth, scope }] of all) {
      expect([id, scope === 'none']).toEqual([id, auth === 'public']);
      expect([id, scope === 'admin']).toEqual([id, auth === 'admin']);
    }
    const used = new Set(all.map(([, { scope }]) => scope).filter((scope) => scope !== 'none' && scope !== 'any'));
    expect([...used].toSorted()).toEqual(keyScopes.toSorted());
  });

  it('name only fields that exist in their rule for keys with a folder', () => {
    for (const [id, { folderKeys, params, query, body }] of all) {
      for (const field of [folderKeys?.items, folderKeys?.folder].flat().filter((each) => each !== undefined)) {
        const [part = '', name = ''] = field.split('.');
        const schema = { params, query, body }[part];
        expect([id, schema instanceof z.ZodObject && name in schema.shape]).toEqual([id, true]);
      }
    }
  });

  it('declare the parameters of their path, and no others', () => {
    for (const [id, { path, params }] of all) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect([id, Object.keys(params?.shape ?? {})]).toEqual([id, inPath]);
    }
  });

  it('have a body only with methods that have one, and one JSON response except for batches and operations', () => {
    const operations: Readonly<Record<string, string[]>> = {
      copyFiles: ['200', '202', '207'],
      saveShare: ['200', '202', '207'],
      deleteUser: ['202', '204'],
    };
    for (const [id, { method, body, responses, transport }] of all) {
      if (method === 'GET') expect([id, body]).toEqual([id, undefined]);
      const statuses = Object.keys(responses);
      const several = operations[id] ?? ['200', '207'];
      if (transport !== 'bytes' && statuses.length > 1) expect([id, statuses]).toEqual([id, several]);
      for (const status of Object.keys(responses)) expect(status).toMatch(transport === 'bytes' ? /^[23]/ : /^2/);
    }
  });

  it('respond 201 to a POST only if repeats are idempotent', () => {
    const exempt = new Set([
      'register',
      'setup',
      'createAnonymousUpload',
      'createAnonymousBatch',
      'createCollectedUpload',
      'createShareUpload',
      'createSubmission',
      // Its challenge works once.
      'registerPasskey',
    ]);
    const careless = all.filter(
      ([id, { method, responses, idempotency }]) =>
        method === 'POST' && 201 in responses && idempotency === undefined && !exempt.has(id),
    );
    expect(careless).toEqual([]);
  });

  it('refuse unknown fields', () => {
    for (const [id, { body, rawBody }] of all) {
      if (body === undefined || rawBody === true) continue;
      const codes = body.safeParse({ ['no such field']: 1 }).error?.issues.map((issue) => issue.code);
      expect([id, codes]).toEqual([id, expect.arrayContaining(['unrecognized_keys'])]);
    }
  });

  it('declare codes of the catalog, each once', () => {
    for (const [id, shape] of all) {
      expect([id, new Set(shape.errors).size]).toEqual([id, shape.errors.length]);
      for (const code of errorsOf(shape)) expect(errorStatus).toHaveProperty(code);
    }
  });
});

describe('the error codes of an endpoint', () => {
  const shape = {
    id: 'x',
    method: 'GET',
    path: '/api/x',
    tag: 'T',
    summary: 'S',
    auth: 'public',
    scope: 'none',
    responses: {},
    errors: [],
  } as const;

  it('follow from its shape', () => {
    expect(errorsOf(shape)).toEqual(['internal_error', 'rate_limited', 'unavailable', 'validation_failed']);
    expect(errorsOf({ ...shape, path: '/healthz' })).toEqual(['internal_error', 'unavailable']);
    expect(errorsOf({ ...shape, auth: 'required', scope: 'any' })).toContain('authentication_required');
    expect(errorsOf({ ...shape, auth: 'required', scope: 'any' })).not.toContain('access_denied');
    expect(errorsOf({ ...shape, auth: 'required', scope: 'any', method: 'DELETE' })).toContain('access_denied');
    expect(errorsOf({ ...shape, auth: 'required', scope: 'shares' })).toContain('access_denied');
    expect(errorsOf({ ...shape, method: 'POST', body: z.object({}) })).toEqual(
      expect.arrayContaining(['bad_request', 'payload_too_large', 'unsupported_media_type', 'validation_failed']),
    );
    expect(errorsOf({ ...shape, method: 'POST', body: z.object({ newPassword: z.string() }) })).toContain(
      'too_many_requests',
    );
    expect(errorsOf({ ...shape, params: z.object({}) })).toContain('validation_failed');
    expect(errorsOf({ ...shape, params: z.object({}), unknownParam: 'share_not_found' })).toContain('share_not_found');
    const outside = { ...shape, path: '/files/x' } as const;
    expect(errorsOf({ ...outside, params: z.object({}) })).toContain('validation_failed');
    expect(errorsOf({ ...outside, params: z.object({}), unknownParam: 'share_not_found' })).not.toContain(
      'validation_failed',
    );
    expect(errorsOf({ ...shape, idempotency: 'replay' })).toEqual(
      expect.arrayContaining(['idempotency_conflict', 'validation_failed']),
    );
  });
});
