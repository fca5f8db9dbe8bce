import * as apiKeys from './api-keys.ts';
import * as auth from './auth.ts';
import * as files from './files.ts';
import * as service from './service.ts';
import * as shares from './shares.ts';
import * as uploads from './uploads.ts';

/** Every endpoint of the API, by its id. */
export const endpoints = { ...uploads, ...files, ...shares, ...apiKeys, ...auth, ...service };
