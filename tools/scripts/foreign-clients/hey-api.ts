import { createFolder, getMe, listFiles } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';

client.setConfig({ baseUrl: process.env['DRIVE_URL'] ?? '', auth: process.env['DRIVE_API_KEY'] ?? '' });

const me = await getMe();
const created = await createFolder({ body: { name: 'hey-api' } });
const refused = await createFolder({ body: { name: 'hey-api' } });
const listed = await listFiles({ query: { sort: 'name', limit: 5 } });
if (me.data?.email !== 'ada@example.com') throw new Error('getMe');
if (created.data?.type !== 'folder') throw new Error('createFolder');
if (refused.error?.code !== 'name_conflict') throw new Error('name_conflict');
if (!listed.data?.files.some(({ id }) => id === created.data?.id)) throw new Error('listFiles');
