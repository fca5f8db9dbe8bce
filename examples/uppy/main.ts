// Sends files by Uppy and resumes them after a reload. DRIVE_CORS_ORIGINS of the server has to name the origin of this page.
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
  // The user's own key, typed into the form. Pages never contain one.
  const [server, key, folder] = ['server', 'key', 'folder'].map((name) => fields.get(name) as string);
  const uppy = new Uppy({ autoProceed: false, meta: { parentFolderId: folder } }).use(Tus, {
    endpoint: `${server}/files/tus`,
    headers: { Authorization: `Bearer ${key}` },
    chunkSize: 4 << 20,
    // Uppy remembers the URLs of unfinished uploads: the same file resumes when it is chosen again.
    removeFingerprintOnSuccess: true,
  });

  uppy.on('progress', (percent) => {
    bar.hidden = false;
    bar.value = percent / 100;
  });
  for (const file of fields.getAll('files') as File[])
    uppy.addFile({ name: file.name, type: file.type || 'application/octet-stream', data: file });

  const result = await uppy.upload();
  const failed = result?.failed ?? [];
  status.textContent =
    failed.length > 0
      ? `Failed: ${failed.map(({ name, error }) => `${name} (${error})`).join(', ')}`
      : `Sent: ${(result?.successful ?? []).map(({ name }) => name).join(', ')}`;
}
