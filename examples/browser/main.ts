// Uploads a file with progress, and resumes it after the page was closed. DRIVE_CORS_ORIGINS of the server must contain
// the origin of this page.
import { DriveClient, DriveError, type ResumeStore } from '@drive/sdk';

const form = document.querySelector('form')!;
const bar = document.querySelector('progress')!;
const status = document.querySelector('[role=status]')!;
const [send, stop] = form.querySelectorAll('button');
let sending = new AbortController();

/** Stores the upload, so that the same file resumes when it is chosen again. */
const remembered: ResumeStore = {
  get: async (key) => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined,
  set: async (key, entry) => localStorage.setItem(key, JSON.stringify(entry)),
  remove: async (key) => localStorage.removeItem(key),
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void sendFile(new FormData(form));
});
stop.addEventListener('click', () => sending.abort());

async function sendFile(fields: FormData): Promise<void> {
  const file = fields.get('file') as File;
  const [baseUrl, apiKey] = [fields.get('server') as string, fields.get('key') as string];
  // The user's own key, typed into the form. Pages never contain one.
  const client = new DriveClient({ baseUrl, apiKey, dangerouslyAllowBrowser: true });

  sending = new AbortController();
  bar.value = 0;
  show(true);
  try {
    const { shortUrl, resumed } = await client.uploads.upload(file, {
      autoShare: true,
      resumeStore: remembered,
      resumable: file.size > 1_000_000,
      signal: sending.signal,
      onProgress({ bytes, total, secondsLeft }) {
        bar.value = bytes / total;
        status.textContent = secondsLeft === null ? 'Sending' : `Sending, ${Math.ceil(secondsLeft)} s left`;
      },
    });
    const link = document.createElement('a');
    link.href = link.textContent = shortUrl!;
    status.replaceChildren(resumed ? 'Sent, going on where it had stopped: ' : 'Sent: ', link);
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    status.textContent = error.code === 'aborted' ? 'Stopped. Send it again to go on.' : error.message;
  } finally {
    show(false);
  }
}

function show(busy: boolean): void {
  send.disabled = busy;
  stop.hidden = !busy;
  bar.hidden = !busy;
}
