import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Health, PublicConfig } from '../schemas/service-schemas.ts';

export const getPublicConfig = endpoint({
  id: 'getPublicConfig',
  method: 'GET',
  path: '/api/public/config',
  tag: 'Public',
  summary: 'Get the public configuration',
  auth: 'public',
  scope: 'none',
  responses: { 200: { description: 'The configuration.', schema: PublicConfig } },
  errors: [],
});

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'Public',
  summary: 'Get the OpenAPI description',
  auth: 'public',
  scope: 'none',
  responses: { 200: { description: 'The OpenAPI 3.1 document.', schema: z.looseObject({ openapi: z.string() }) } },
  errors: [],
});

export const healthz = endpoint({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  tag: 'Operations',
  summary: 'Check liveness',
  auth: 'public',
  scope: 'none',
  responses: { 200: { description: 'The process is running.', schema: Health } },
  errors: [],
});

export const readyz = endpoint({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Check readiness',
  auth: 'public',
  scope: 'none',
  responses: { 200: { description: 'The database, the storage and the job runner respond.', schema: Health } },
  errors: [],
});
