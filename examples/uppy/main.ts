// Sends files by Uppy and resumes them after a reload. DRIVE_CORS_ORIGINS of the server has to name the origin of this page.
import { DriveClient } from '@drive/sdk';
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

const form = document.querySelector('form')!;
const bar = document.querySelector('progress')!;
const status = document.querySelector('[role=status]')!;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(new FormData(form));
});

async function send(fields: FormData): Promise<void> {
  const [baseUrl, apiKey] = [fields.get('server') as string, fields.get('key') as string];
  // The user's own key, typed into the form. Pages never contain one.
  const client = new DriveClient({ baseUrl, apiKey, dangerouslyAllowBrowser: true });
  const uppy = new Uppy({ autoProceed: false }).use(Tus, {
    chunkSize: 4 << 20,
    // The page remembers the session of each file, so Uppy need not remember URLs.
    storeFingerprintForResuming: false,
  });

  uppy.addPreProcessor(async (ids) => {
    for (const id of ids) {
      const file = uppy.getFile(id);
      // Uppy's id consists of name, type, size and date: the same file resumes its session when it is chosen again.
      const sessionId = localStorage.getItem(id) ?? (await reserve(file.name, file.type, file.size ?? 0));
      localStorage.setItem(id, sessionId);
      uppy.setFileState(id, { tus: { uploadUrl: `${baseUrl}/files/tus/${sessionId}` } });
    }
  });
  const reserve = async (fileName: string, contentType: string, fileSizeBytes: number): Promise<string> =>
    (await client.uploads.create({ fileName, contentType, fileSizeBytes })).sessionId;

  uppy.on('progress', (percent) => {
    bar.hidden = false;
    bar.value = percent / 100;
  });
  uppy.on('upload-success', (file) => file && localStorage.removeItem(file.id));
  for (const file of fields.getAll('files') as File[])
    uppy.addFile({ name: file.name, type: file.type || 'application/octet-stream', data: file });

  const result = await uppy.upload();
  const failed = result?.failed ?? [];
  status.textContent =
    failed.length > 0
      ? `Failed: ${failed.map(({ name, error }) => `${name} (${error})`).join(', ')}`
      : `Sent: ${(result?.successful ?? []).map(({ name }) => name).join(', ')}`;
}
