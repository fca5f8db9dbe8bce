import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Health, PublicConfig } from '../schemas/service.ts';

export const getPublicConfig = endpoint({
  id: 'getPublicConfig',
  method: 'GET',
  path: '/api/public/config',
  tag: 'Public',
  summary: 'What a client must know before anybody signs in',
  auth: 'public',
  responses: { 200: { description: 'The configuration.', schema: PublicConfig } },
  errors: [],
});

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'Public',
  summary: 'This description',
  auth: 'public',
  responses: { 200: { description: 'OpenAPI 3.1.', schema: z.looseObject({ openapi: z.string() }) } },
  errors: [],
});

export const healthz = endpoint({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  tag: 'Operations',
  summary: 'The process is up',
  auth: 'public',
  responses: { 200: { description: 'It is.', schema: Health } },
  errors: [],
});

export const readyz = endpoint({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Database, storage and job loop answer',
  auth: 'public',
  responses: { 200: { description: 'They do.', schema: Health } },
  errors: [],
});
