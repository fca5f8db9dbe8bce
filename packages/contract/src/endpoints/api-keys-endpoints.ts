import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recentSignIn } from '../limits.ts';
import { ApiKey, ApiKeyPage, CreatedApiKey, NewApiKey } from '../schemas/accounts-schemas.ts';
import { Id, pageQuery } from '../schemas/primitives.ts';

const tag = 'API keys';

export const listApiKeys = endpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/me/api-keys',
  tag,
  summary: 'List API keys',
  auth: 'required',
  scope: 'account',
  responses: {
    200: { description: 'All keys of the caller, including revoked ones, newest first.', schema: z.array(ApiKey) },
  },
  streamed: true,
  errors: [],
});

export const listApiKeyPage = endpoint({
  id: 'listApiKeyPage',
  method: 'GET',
  path: '/api/api-keys',
  tag,
  summary: 'List API keys in pages',
  auth: 'required',
  scope: 'account',
  query: z.object(pageQuery),
  responses: {
    200: { description: 'One page of the caller’s keys, including revoked ones, newest first.', schema: ApiKeyPage },
  },
  errors: [],
});

export const getCurrentApiKey = endpoint({
  id: 'getCurrentApiKey',
  method: 'GET',
  path: '/api/me/api-key',
  tag,
  summary: 'Get the API key of the request',
  description:
    'Tells a program what its key may do. A request with a session has no key and is answered 404 `api_key_not_found`.',
  auth: 'required',
  scope: 'any',
  folderKeys: {},
  responses: { 200: { description: 'The key of the request.', schema: ApiKey } },
  errors: ['api_key_not_found'],
});

export const createApiKey = endpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/me/api-keys',
  tag,
  summary: 'Create an API key',
  description: `A key never creates a key that may do more than itself: a further scope or a later expiry is \`access_denied\`. ${recentSignIn}`,
  auth: 'required',
  scope: 'account',
  body: NewApiKey,
  bodyOptional: true,
  idempotency: 'refuse',
  responses: { 201: { description: 'The key. Its value is returned only in this response.', schema: CreatedApiKey } },
  errors: ['api_key_limit_reached', 'folder_not_found', 'reauthentication_required'],
});

export const revokeApiKey = endpoint({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/me/api-keys/{id}',
  tag,
  summary: 'Revoke an API key',
  auth: 'required',
  scope: 'account',
  params: z.object({ id: Id }),
  unknownParam: 'api_key_not_found',
  responses: { 204: { description: 'Revoked, or already revoked before.', schema: null } },
  errors: ['api_key_not_found'],
});
