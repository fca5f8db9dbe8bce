import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript';

const { DRIVE_URL: baseUrl = '', DRIVE_API_KEY: key } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const me = await client.GET('/api/me');
const created = await client.POST('/api/files/folders', { body: { name: 'openapi-fetch' } });
const refused = await client.POST('/api/files/folders', { body: { name: 'openapi-fetch' } });
const listed = await client.GET('/api/files', { params: { query: { sort: 'name', limit: 5 } } });
const code: components['schemas']['ErrorCode'] = 'name_conflict';
if (me.data?.email !== 'ada@example.com') throw new Error('getMe');
if (created.data?.type !== 'folder') throw new Error('createFolder');
if (refused.error?.code !== code) throw new Error('name_conflict');
if (!listed.data?.files.some(({ id }) => id === created.data?.id)) throw new Error('listFiles');
