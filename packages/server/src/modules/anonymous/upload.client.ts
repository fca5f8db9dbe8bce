// Replaces the upload form's submission: reserves in one call, sends the bytes with progress, shows the links.

import { copyText } from '../../../../internal/pages/src/copy-text.client.ts';
import { showFilePicker } from '../../pages/file-picker.client.ts';
import { text } from '../../pages/script-texts.client.ts';
import type * as Sending from '../../pages/sending.client.ts';

interface Reservation {
  readonly uploadUrl: string;
  readonly shortUrl: string;
}

interface Widget {
  reset(): void;
}

const form = find('upload') as HTMLFormElement;
const files = find('files') as HTMLInputElement;
const problem = find('problem');
const status = find('status');
const list = find('progress');
const after = find('after');
const links: string[] = [];

form.hidden = false;
showFilePicker(files);
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
find('copy-all').addEventListener('click', () => void copy(links.join('\n'), text('Copied all links.')));

function loadSending(): Promise<typeof Sending> {
  return import(form.dataset['sender'] ?? '') as Promise<typeof Sending>;
}

function find(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

async function run(): Promise<void> {
  const chosen = [...(files.files ?? [])];
  problem.hidden = true;
  const wrong = findWrong(chosen);
  if (wrong !== undefined) return showProblem(wrong);
  busy(true);
  try {
    const captchaToken = await solve();
    say(text('Reserving space …'));
    const reserved = await reserve(chosen, captchaToken);
    addEventListener('beforeunload', warn);
    form.hidden = true;
    list.hidden = false;
    // The button that had the focus is now hidden.
    status.focus();
    await sendAll(chosen, reserved);
  } catch (error) {
    showProblem(error instanceof Error ? error.message : String(error));
  } finally {
    removeEventListener('beforeunload', warn);
    busy(false);
  }
}

function findWrong(chosen: readonly File[]): string | undefined {
  const { maxFiles, maxBytes, maxSize } = form.dataset;
  if (chosen.length === 0) return text('Choose at least one file.');
  if (chosen.length > Number(maxFiles))
    return text('At most {n} files can be uploaded at once.', { n: Number(maxFiles) });
  for (const { name, size } of chosen) {
    if (size > Number(maxBytes)) return text('“{name}” has more than {size}.', { name, size: maxSize ?? '' });
    if (size === 0) return text('“{name}” is empty. Empty files cannot be uploaded.', { name });
  }
  return undefined;
}

/** The captcha's token; empty if none is required. */
async function solve(): Promise<string> {
  const { solver, captchaField } = form.dataset;
  if (solver !== undefined) {
    say(text('Checking that you are not a bot …'));
    const { solve: work } = (await import(solver)) as { solve(challenge: unknown): Promise<string> };
    return work(await ask(await fetch(`${form.dataset['api']}/captcha/challenge`)));
  }
  if (captchaField === undefined) return '';
  const token = new FormData(form).get(captchaField);
  if (typeof token === 'string' && token !== '') return token;
  throw new Error(text('Complete the check that you are not a bot first.'));
}

/** Reserves in the drive of the signed-in user, otherwise without an account. */
async function reserve(chosen: readonly File[], captchaToken: string): Promise<Reservation[]> {
  const { api, xsrf } = form.dataset;
  const publicListing = form.querySelector<HTMLInputElement>('[name=publicListing]')?.checked === true;
  const named = chosen.map(({ name, type, size }) => ({
    file: { fileName: name, contentType: type === '' ? 'application/octet-stream' : type },
    size,
  }));
  const body =
    xsrf === undefined
      ? { captchaToken, publicListing, files: named.map(({ file, size }) => ({ ...file, sizeBytes: size })) }
      : { files: named.map(({ file, size }) => ({ ...file, fileSizeBytes: size, autoShare: true, publicListing })) };
  const response = await fetch(`${api}/uploads/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(xsrf === undefined ? {} : { 'x-xsrf-token': xsrf }) },
    body: JSON.stringify(body),
  });
  return ((await ask(response)) as { files: Reservation[] }).files;
}

/** Returns the body of the response; throws the server's message if it is an error. */
async function ask(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  if (response.ok) return body;
  resetCaptcha();
  if (body.code === 'captcha_failed') throw new Error(text('The check failed. Try again.'));
  if (form.dataset['xsrf'] !== undefined && (response.status === 401 || response.status === 403))
    throw new Error(text('You are no longer signed in. Reload the page, sign in, and send the files again.'));
  throw new Error(body.message ?? text('The server answered {status}.', { status: response.status }));
}

/** A token is valid for one request with any result. */
function resetCaptcha(): void {
  const { turnstile, hcaptcha } = window as { turnstile?: Widget; hcaptcha?: Widget };
  turnstile?.reset();
  hcaptcha?.reset();
}

async function sendAll(chosen: readonly File[], reserved: readonly Reservation[]): Promise<void> {
  const { resumableFrom } = form.dataset;
  const { addRow, sendFile, make } = await loadSending();
  const rows = chosen.map(({ name }) => addRow(list, name));
  let failed = 0;
  for (const [index, file] of chosen.entries()) {
    const [row, reservation] = [rows[index], reserved[index]];
    if (row === undefined || reservation === undefined) continue;
    say(text('Sending {n} of {total} …', { n: index + 1, total: chosen.length }));
    try {
      await sendFile(file, reservation.uploadUrl, row.bar, Number(resumableFrom));
      links.push(reservation.shortUrl);
      row.end(linkTo(reservation.shortUrl, file.name, make));
    } catch (error) {
      failed += 1;
      row.endBadly(error);
    }
  }
  const done = text('Uploaded {n} files.', { n: links.length });
  const hint = text(
    form.dataset['xsrf'] === undefined
      ? 'Save the links: they cannot be looked up later.'
      : links.length === 1
        ? 'It is in your drive.'
        : 'They are in your drive.',
  );
  say(failed === 0 ? `${done} ${hint}` : `${done} ${text('{n} failed.', { n: failed })}`);
  after.hidden = false;
  find('copy-all').hidden = links.length < 2;
}

function linkTo(url: string, name: string, make: typeof Sending.make): HTMLElement {
  const line = make('div');
  line.className = 'link';
  const link = make('a');
  link.href = url;
  link.textContent = url;
  const button = make('button');
  button.type = 'button';
  button.className = 'button plain slim';
  button.textContent = text('Copy');
  button.setAttribute('aria-label', text('Copy the link to {name}', { name }));
  button.addEventListener('click', () => void copy(url, text('Copied the link to {name}.', { name })));
  line.append(link, button);
  return line;
}

async function copy(copied: string, done: string): Promise<void> {
  await copyText(copied);
  say(done);
}

function say(said: string): void {
  status.textContent = said;
}

function showProblem(said: string): void {
  say('');
  problem.textContent = said;
  problem.hidden = false;
}

function busy(is: boolean): void {
  form.querySelectorAll('button').forEach((button) => (button.disabled = is));
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
