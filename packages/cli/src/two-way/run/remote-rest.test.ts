import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPathFilter } from '../../glob/path-filter.ts';
import { NodeDisk } from '../disk/node-disk.ts';
import { RemotePlaces } from '../engine/pair-new.ts';
import { type RemoteNode, ROOT } from '../engine/states.ts';
import { findRemoteRest } from './remote-rest.ts';

const hostile = ['..', '.', '../x', 'a/../../x', '/x'];

it.each(hostile)('leaves what a server calls %j on the server', (name) => {
  const node: RemoteNode = {
    id: 'id',
    kind: 'file',
    parent: ROOT,
    name,
    size: 1,
    sha256: null,
    modifiedAt: null,
    uploadedAt: 0,
    tag: 'c0',
  };
  const places = new RemotePlaces([node], (each) => each);
  const filter = createPathFilter({});
  expect([...findRemoteRest({ nodes: [node], places, filter, platform: 'linux' }).stays.keys()]).toEqual(['id']);
});

it.each(['..', '../x', 'a/../../x', '/x'])('reaches nothing at %j, which is outside of the folder', async (path) => {
  const folder = mkdtempSync(join(tmpdir(), 'drive-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const disk = new NodeDisk(folder, process.platform, new AbortController().signal);
  await expect(disk.find(path)).rejects.toThrow('is not in the folder');
  await expect(disk.rename('a', path)).rejects.toThrow('is not in the folder');
});
