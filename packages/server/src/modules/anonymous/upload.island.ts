// Takes the upload form over: reserves in one call, sends the bytes with progress, shows the links.

interface Reservation {
  readonly uploadUrl: string;
  readonly shortUrl: string;
}

interface Widget {
  reset(): void;
}

const attempts = 4;
const pauseMs = 1000;

const form = find('upload') as HTMLFormElement;
const files = find('files') as HTMLInputElement;
const problem = find('problem');
const status = find('status');
const list = find('progress');
const after = find('after');
const links: string[] = [];

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
find('copy-all').addEventListener('click', () => void copy(links.join('\n'), 'All links are copied.'));

function find(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

async function run(): Promise<void> {
  const chosen = [...(files.files ?? [])];
  problem.hidden = true;
  const wrong = findWrong(chosen);
  if (wrong !== undefined) return complain(wrong);
  busy(true);
  try {
    const captchaToken = await solve();
    say('Asking for room …');
    const reserved = await reserve(chosen, captchaToken);
    addEventListener('beforeunload', warn);
    form.hidden = true;
    list.hidden = false;
    // The button that had it is gone.
    status.focus();
    await sendAll(chosen, reserved);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
  } finally {
    removeEventListener('beforeunload', warn);
    busy(false);
  }
}

function findWrong(chosen: readonly File[]): string | undefined {
  const { maxFiles, maxBytes, maxSize } = form.dataset;
  if (chosen.length === 0) return 'Choose at least one file.';
  if (chosen.length > Number(maxFiles)) return `At most ${maxFiles} files go up at once.`;
  for (const { name, size } of chosen) {
    if (size > Number(maxBytes)) return `“${name}” has more than ${maxSize}.`;
    if (size === 0) return `“${name}” is empty, and empty files are not taken.`;
  }
  return undefined;
}

/** What proves that this is no program; blank where nothing is asked for. */
async function solve(): Promise<string> {
  const { solver, captchaField } = form.dataset;
  if (solver !== undefined) {
    say('Working on the proof that you are no program …');
    const { solve: work } = (await import(solver)) as { solve(challenge: unknown): Promise<string> };
    return work(await ask(await fetch(`${form.dataset['api']}/captcha/challenge`)));
  }
  if (captchaField === undefined) return '';
  const token = new FormData(form).get(captchaField);
  if (typeof token === 'string' && token !== '') return token;
  throw new Error('Tick the box first that shows you are no program.');
}

async function reserve(chosen: readonly File[], captchaToken: string): Promise<Reservation[]> {
  const response = await fetch(`${form.dataset['api']}/uploads/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      captchaToken,
      publicListing: form.querySelector<HTMLInputElement>('[name=publicListing]')?.checked === true,
      files: chosen.map(({ name, type, size }) => ({
        fileName: name,
        contentType: type === '' ? 'application/octet-stream' : type,
        sizeBytes: size,
      })),
    }),
  });
  return ((await ask(response)) as { files: Reservation[] }).files;
}

/** The answer's body; throws what the server says is wrong. */
async function ask(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  if (response.ok) return body;
  resetCaptcha();
  if (body.code === 'captcha_failed') throw new Error('The proof was not taken. Please try once more.');
  throw new Error(body.message ?? `The server answered ${response.status}.`);
}

/** A token is good for one request, whatever came of it. */
function resetCaptcha(): void {
  const { turnstile, hcaptcha } = window as { turnstile?: Widget; hcaptcha?: Widget };
  turnstile?.reset();
  hcaptcha?.reset();
}

async function sendAll(chosen: readonly File[], reserved: readonly Reservation[]): Promise<void> {
  const rows = chosen.map(({ name }) => addRow(name));
  let failed = 0;
  for (const [index, file] of chosen.entries()) {
    const [row, reservation] = [rows[index], reserved[index]];
    if (row === undefined || reservation === undefined) continue;
    say(`Sending ${index + 1} of ${chosen.length} …`);
    try {
      await sendPatiently(file, reservation, row.bar);
      links.push(reservation.shortUrl);
      row.showLink(reservation.shortUrl);
    } catch (error) {
      failed += 1;
      row.showProblem(error instanceof Error ? error.message : String(error));
    }
  }
  const done = links.length === 1 ? 'One file is up.' : `${links.length} files are up.`;
  say(
    failed === 0 ? `${done} Keep the links: nobody can look them up for you.` : `${done} ${failed} did not get there.`,
  );
  after.hidden = false;
  find('copy-all').hidden = links.length < 2;
}

/** A connection that breaks is no reason to give up at once. */
async function sendPatiently(file: File, { uploadUrl }: Reservation, bar: HTMLProgressElement): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(file, new URL(uploadUrl).pathname, bar);
    } catch (error) {
      if (attempt === attempts || !(error instanceof TemporaryError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt));
    }
  }
}

class TemporaryError extends Error {}

/** By XMLHttpRequest, because fetch tells no progress; the file itself as the body, because it is not read into memory. */
function send(file: File, path: string, bar: HTMLProgressElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    request.upload.addEventListener('progress', ({ loaded }) => (bar.value = loaded / file.size));
    request.addEventListener('error', () => reject(new TemporaryError('The connection broke.')));
    request.addEventListener('load', () => {
      const { status: code } = request;
      const isComplete = code === 200 || (code === 409 && request.responseText.includes('upload_already_complete'));
      if (isComplete) return resolve();
      const message = messageOf(request.responseText) ?? `The server answered ${code}.`;
      return reject(code >= 500 || code === 409 ? new TemporaryError(message) : new Error(message));
    });
    request.send(file);
  });
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message;
  } catch {
    return undefined;
  }
}

interface Row {
  readonly bar: HTMLProgressElement;
  showLink(url: string): void;
  showProblem(text: string): void;
}

function addRow(name: string): Row {
  const row = make('li');
  const title = make('strong');
  title.textContent = name;
  const bar = make('progress');
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', `Progress of ${name}`);
  row.append(title, bar);
  list.append(row);
  return {
    bar,
    showLink: (url) => {
      const line = make('div');
      line.className = 'link';
      const link = make('a');
      link.href = url;
      link.textContent = url;
      const button = make('button');
      button.type = 'button';
      button.className = 'button plain slim';
      button.textContent = 'Copy';
      button.setAttribute('aria-label', `Copy the link to ${name}`);
      button.addEventListener('click', () => void copy(url, `The link to ${name} is copied.`));
      line.append(link, button);
      bar.replaceWith(line);
    },
    showProblem: (text) => {
      const line = make('p');
      line.className = 'wrong';
      line.textContent = text;
      bar.replaceWith(line);
    },
  };
}

function make<K extends keyof HTMLElementTagNameMap>(name: K): HTMLElementTagNameMap[K] {
  return document.createElement(name);
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that came by plain http have no clipboard but this one.
    const area = make('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(done);
}

function say(text: string): void {
  status.textContent = text;
}

function complain(text: string): void {
  say('');
  problem.textContent = text;
  problem.hidden = false;
}

function busy(is: boolean): void {
  form.querySelectorAll('button').forEach((button) => (button.disabled = is));
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export {};
