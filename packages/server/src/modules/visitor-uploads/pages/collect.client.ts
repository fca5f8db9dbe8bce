// Replaces the submission of the form of a link that accepts files: reserves and sends one file after the other, with progress.

import { listChosenFiles } from '../../../pages/chosen-files.client.ts';
import { showFilePicker } from '../../../pages/file-picker.client.ts';
import { text } from '../../../pages/script-texts.client.ts';
import type * as Sending from '../../../pages/sending.client.ts';

const form = find('collect') as HTMLFormElement;
const files = find('files') as HTMLInputElement;
const problem = find('problem');
const status = find('status');
const list = find('progress');
const more = find('more');

// Files are sent one by one, so the form's limit does not apply.
find('at-once').hidden = true;
find('files-field').classList.add('drop');
const chosenFiles = listChosenFiles(files, {
  list: find('chosen'),
  total: find('chosen-total'),
  onChange: showFilePicker(files),
});
loadSending().then(
  ({ acceptDrops }) => {
    find('drop-hint').hidden = false;
    acceptDrops(files, { isOpen: () => !form.hidden, refuse: showProblem });
  },
  // Files can be chosen; the next attempt to load shows why nothing can be sent.
  () => {},
);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
more.addEventListener('click', () => {
  for (const shown of [list, more]) shown.hidden = true;
  list.replaceChildren();
  status.textContent = '';
  chosenFiles.clear();
  form.hidden = false;
  files.focus();
});

function loadSending(): Promise<typeof Sending> {
  return import(form.dataset['sender'] ?? '') as Promise<typeof Sending>;
}

function showProblem(said: string): void {
  problem.textContent = said;
  problem.hidden = false;
}

function find(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

async function run(): Promise<void> {
  const chosen = chosenFiles.files;
  problem.hidden = true;
  const wrong = findWrong(chosen);
  if (wrong !== undefined) return showProblem(wrong);
  addEventListener('beforeunload', warn);
  form.hidden = true;
  list.hidden = false;
  // The button that had the focus is now hidden.
  status.focus();
  try {
    await sendAll(chosen);
  } catch (error) {
    form.hidden = false;
    list.hidden = true;
    showProblem(error instanceof Error ? error.message : String(error));
  } finally {
    removeEventListener('beforeunload', warn);
  }
}

function findWrong(chosen: readonly File[]): string | undefined {
  const { maxBytes, maxSize, places = Infinity } = form.dataset;
  if (chosen.length === 0) return text('Choose at least one file.');
  if (chosen.length > Number(places))
    return text('There is room for {n} more. Remove some files.', { n: Number(places) });
  for (const { name, size } of chosen) {
    if (size > Number(maxBytes)) return text('“{name}” has more than {size}.', { name, size: maxSize ?? '' });
    if (size === 0) return text('“{name}” is empty. Empty files cannot be uploaded.', { name });
  }
  return undefined;
}

async function sendAll(chosen: readonly File[]): Promise<void> {
  const { api = '', resumableFrom } = form.dataset;
  const { addRow, make, post, sendFile } = await loadSending();
  const rows = chosen.map(({ name }) => addRow(list, name));
  let arrived = 0;
  for (const [index, file] of chosen.entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    status.textContent = text('Sending {n} of {total} …', { n: index + 1, total: chosen.length });
    try {
      const { uploadUrl } = (await post(api, uploadOf(file))) as { uploadUrl: string };
      await sendFile(file, uploadUrl, row.bar, Number(resumableFrom));
      const done = make('p');
      done.className = 'done';
      done.textContent = text('Arrived');
      row.end(done);
      arrived += 1;
    } catch (error) {
      row.endBadly(error);
    }
  }
  const said = text('Your {n} files have arrived.', { n: arrived });
  const failed = chosen.length - arrived;
  const { sent } = form.dataset;
  if (failed === 0 && sent !== undefined) {
    removeEventListener('beforeunload', warn);
    return location.assign(`${sent}${arrived}`);
  }
  status.textContent =
    failed === 0
      ? said
      : arrived === 0
        ? text('Nothing has arrived.')
        : `${said} ${text('{n} failed.', { n: failed })}`;
  more.hidden = false;
}

function uploadOf({ name, type, size }: File): Record<string, unknown> {
  const fields = new FormData(form);
  const typed = (field: string): string | null => {
    const value = fields.get(field);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  return {
    fileName: name,
    contentType: type === '' ? 'application/octet-stream' : type,
    sizeBytes: size,
    ...(form.dataset['folder'] === undefined ? {} : { parentId: form.dataset['folder'] }),
    uploaderName: typed('uploaderName'),
    uploaderEmail: typed('uploaderEmail'),
  };
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
