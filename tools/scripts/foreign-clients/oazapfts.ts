import * as api from './generated/oazapfts';

api.defaults.baseUrl = process.env['DRIVE_URL'] ?? '';
api.defaults.headers = { authorization: `Bearer ${process.env['DRIVE_API_KEY']}` };

const me = await api.getMe();
const created = await api.createFolder({ name: 'oazapfts' });
const refused = await api.createFolder({ name: 'oazapfts' });
const listed = await api.listFiles({ sort: 'name', limit: 5 });
if (me.status !== 200 || me.data.email !== 'ada@example.com') throw new Error('getMe');
if (created.status !== 201 || created.data.type !== 'folder') throw new Error('createFolder');
if (refused.status !== 409 || refused.data.code !== 'name_conflict') throw new Error('name_conflict');
if (listed.status !== 200 || listed.data.files.length === 0) throw new Error('listFiles');
