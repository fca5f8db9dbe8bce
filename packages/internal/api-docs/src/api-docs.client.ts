// Search, copy buttons, the chosen client, and calls with the visitor's key on the pages of the API reference.

const keyName = 'drive-docs-key';
const clientName = 'drive-docs-client';

const all = <E extends HTMLElement>(selector: string, within: ParentNode = document): E[] =>
  Array.from(within.querySelectorAll<E>(selector));

const stored = {
  read: (name: string): string | null => {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write: (name: string, value: string): void => {
    try {
      sessionStorage.setItem(name, value);
    } catch {
      // Browsers may refuse storage. The page works without.
    }
  },
};

// The list of operations is open where it is beside the page.
const operations = document.getElementById('operations') as HTMLDetailsElement;
operations.open = matchMedia('(min-width:56rem)').matches;

const search = document.querySelector('form[role=search]') as HTMLFormElement;
const typed = search.elements.namedItem('q') as HTMLInputElement;
const found = document.getElementById('found') as HTMLElement;
const openAtFirst = new Set(all<HTMLDetailsElement>('details', operations).filter(({ open }) => open));

search.addEventListener('input', () => {
  const words = typed.value.toLowerCase().trim().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const group of all<HTMLDetailsElement>('details', operations)) {
    let shown = 0;
    for (const row of all('li', group)) {
      row.hidden = !words.every((word) => row.dataset['find']?.includes(word));
      if (!row.hidden) shown += 1;
    }
    group.hidden = shown === 0;
    group.open = words.length > 0 ? shown > 0 : openAtFirst.has(group);
    count += shown;
  }
  if (words.length > 0) operations.open = true;
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : `${count} operations`;
});

for (const code of all('.code')) {
  const text = code.querySelector('pre') as HTMLElement;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(text, button));
  code.append(button);
}

async function copy(text: HTMLElement, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent ?? '');
  } catch {
    // Pages served by plain http have no clipboard API.
    getSelection()?.selectAllChildren(text);
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}

const choices = all<HTMLInputElement>('.langs input');
function choose(client: string): void {
  for (const choice of choices) if (choice.value === client) choice.checked = true;
}
for (const choice of choices)
  choice.addEventListener('change', () => {
    // The page stays where it is, though examples above change their height.
    const top = choice.getBoundingClientRect().top;
    choose(choice.value);
    scrollBy(0, choice.getBoundingClientRect().top - top);
    stored.write(clientName, choice.value);
  });
choose(stored.read(clientName) ?? 'SDK');

const keyFields = all<HTMLInputElement>('.try input[name=key]');
for (const field of keyFields) {
  field.value = stored.read(keyName) ?? '';
  field.addEventListener('change', () => {
    for (const each of keyFields) each.value = field.value;
    stored.write(keyName, field.value);
  });
}

const basePath = new URL(import.meta.url).pathname.replace(/\/assets\/.*$/, '');

for (const form of all<HTMLFormElement>('.try form')) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector('[role=status]') as HTMLElement;
  const shown = form.querySelector('pre') as HTMLElement;
  status.textContent = 'Waiting for the response …';
  try {
    const { url, init } = requestOf(form);
    const startedAt = performance.now();
    const response = await fetch(url, init);
    const text = await response.text();
    const took = Math.round(performance.now() - startedAt);
    status.textContent = `${response.status} ${response.statusText} after ${took} ms, request ${response.headers.get('x-request-id') ?? ''}`;
    shown.textContent = indented(text);
    shown.hidden = text === '';
  } catch (error) {
    status.textContent = `Failed: ${error instanceof Error ? error.message : String(error)}`;
    shown.hidden = true;
  }
}

/** The visitor's session is not sent: the call shows what the key may do. */
function requestOf(form: HTMLFormElement): { url: string; init: RequestInit } {
  const { method = 'GET', path = '' } = form.dataset;
  const headers = new Headers();
  const query = new URLSearchParams();
  let target = path;
  for (const { name, value, dataset } of all<HTMLInputElement>('input[data-in]', form)) {
    if (value === '') continue;
    if (dataset['in'] === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset['in'] === 'query') query.append(name, value);
    else headers.set(name, value);
  }
  const fields = new FormData(form);
  const key = fields.get('key');
  if (typeof key === 'string' && key !== '') headers.set('authorization', `Bearer ${key.trim()}`);
  const body = fields.get('body');
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const init: RequestInit = { method, headers, credentials: 'omit' };
  return {
    url: `${basePath}${target}${search}`,
    init: typeof body === 'string' ? { ...init, body } : init,
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
