import { describe, expect, it } from 'vitest';
import { MiB, sha256, someBytes, startScene, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import type { ResumeEntry, ResumeStore } from './upload-types.ts';

const bytes = someBytes(3 * MiB + 7);
const blob = new Blob([bytes], { type: 'video/mp4' });

function memoryStore(): ResumeStore & { entries: Map<string, ResumeEntry> } {
  const entries = new Map<string, ResumeEntry>();
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, entry) => void entries.set(key, entry),
    remove: async (key) => void entries.delete(key),
  };
}

describe('a resumable upload', () => {
  const options = { name: 'film.mp4', resumable: true, resumeKey: 'film' } as const;

  async function stopHalfway(scene: Scene, resumeStore: ResumeStore): Promise<void> {
    const stop = new AbortController();
    const onStall = (): void => void scene.untilBytesArrive().then(() => stop.abort());
    scene.proxy.fault = ({ method }) => (method === 'PATCH' ? { stallSendingAfter: MiB, onStall } : undefined);
    const signal = stop.signal;
    expect(await failure(scene.client.uploads.upload(blob, { ...options, resumeStore, signal }))).toMatchObject({
      code: 'aborted',
    });
    scene.proxy.fault = () => undefined;
  }

  it('resumes in another client after an abort', async () => {
    const scene = await startScene();
    const resumeStore = memoryStore();
    await stopHalfway(scene, resumeStore);
    const progress: number[] = [];
    const onProgress = (now: { bytes: number }): void => void progress.push(now.bytes);
    const result = await scene.newClient().uploads.upload(blob, { ...options, resumeStore, onProgress });
    expect(result).toMatchObject({ resumed: true, fileName: 'film.mp4' });
    expect(progress[0]).toBeGreaterThan(0);
    expect(sha256(await scene.bytesOf(result.fileId))).toBe(sha256(bytes));
    expect(scene.proxy.count('POST', /uploads/)).toBe(1);
    expect(resumeStore.entries.size).toBe(0);
  });

  it('does not resume with another name, folder or source', async () => {
    const scene = await startScene();
    const resumeStore = memoryStore();
    await stopHalfway(scene, resumeStore);
    const folder = await scene.client.files.createFolder({ name: 'Films' });
    for (const other of [{ name: 'other.mp4' }, { parentId: folder.id }, { resumeKey: 'another' }]) {
      expect(await scene.client.uploads.upload(blob, { ...options, resumeStore, ...other })).toMatchObject({
        resumed: false,
      });
    }
    expect(resumeStore.entries.size).toBe(1);
  });

  it('returns the stored file if only the last response was lost', async () => {
    const scene = await startScene();
    const resumeStore = memoryStore();
    const forgetful = { ...resumeStore, remove: async () => {} };
    const first = await scene.client.uploads.upload(blob, { ...options, resumeStore: forgetful });
    const again = await scene.client.uploads.upload(blob, { ...options, resumeStore });
    expect(again).toMatchObject({ resumed: true, fileId: first.fileId, fileName: 'film.mp4' });
    expect(scene.proxy.count('PATCH', /./)).toBe(1);
    expect(resumeStore.entries.size).toBe(0);
  });

  it.each(['has run out', 'was cancelled', 'is of another user'])('restarts if it %s', async (why) => {
    const scene = await startScene();
    const { client, drive, proxy } = scene;
    const resumeStore = memoryStore();
    await stopHalfway(scene, resumeStore);
    const sessionId = [...resumeStore.entries.values()][0]?.sessionId;
    let uploader = client;
    if (why === 'was cancelled') await client.uploads.cancel({ uploadUrl: `${proxy.url}/files/uploads/${sessionId}` });
    else if (why === 'is of another user') uploader = scene.newClient({ apiKey: (await drive.createUser()).key });
    else {
      // Answered when the broken connection is over.
      await fetch(`${drive.url}/files/tus/${sessionId}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
      drive.clock.advance(25 * 3600 * 1000);
      await drive.jobs.runNow('uploads.expire');
    }
    const result = await uploader.uploads.upload(blob, { ...options, resumeStore });
    expect(result).toMatchObject({ resumed: false, fileName: 'film.mp4' });
    expect(result.sessionId).not.toBe(sessionId);
  });

  it('restarts if the stored entry is unusable', async () => {
    const { client } = await startScene();
    const resumeStore = { ...memoryStore(), get: async () => JSON.parse('{"half":"writ"}') as ResumeEntry };
    expect(await client.uploads.upload(blob, { ...options, resumeStore })).toMatchObject({ resumed: false });
  });
});
