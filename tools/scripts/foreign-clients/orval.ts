import { createFolder, getMe, listFiles } from './generated/orval';

// The generated functions call paths without an origin.
const { fetch } = globalThis;
globalThis.fetch = ((path: string, init?: RequestInit) =>
  fetch(`${process.env['DRIVE_URL']}${path}`, init)) as typeof globalThis.fetch;
const authorization = `Bearer ${process.env['DRIVE_API_KEY']}`;

const me = await getMe({ headers: { authorization } });
const created = await createFolder({ name: 'orval' }, { headers: { authorization } });
const refused = await createFolder({ name: 'orval' }, { headers: { authorization } });
const listed = await listFiles({ sort: 'name', limit: 5 }, { headers: { authorization } });
if (me.status !== 200 || me.data.email !== 'ada@example.com') throw new Error('getMe');
if (created.status !== 201 || created.data.type !== 'folder') throw new Error('createFolder');
if (refused.status !== 409 || refused.data.code !== 'name_conflict') throw new Error('name_conflict');
if (listed.status !== 200 || listed.data.files.length === 0) throw new Error('listFiles');
