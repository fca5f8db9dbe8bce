// Lists the files that are chosen, with their sizes and a button that removes each. Files that are chosen or dropped later are added.

import { text } from './script-texts.client.ts';

export interface ChosenFiles {
  readonly files: readonly File[];
  clear(): void;
}

interface Shown {
  readonly list: HTMLElement;
  /** Says how many files there are, and how large they are together. */
  readonly total: HTMLElement;
  /** Called when the input has other files. */
  onChange(): void;
}

/** A file that is chosen twice is listed once. */
const keyOf = ({ name, size, lastModified }: File): string => `${size}/${lastModified}/${name}`;

/** Keeps the input, whose files are those that a form without a script would send, and the list in step. */
export function listChosenFiles(input: HTMLInputElement, { list, total, onChange }: Shown): ChosenFiles {
  let files: readonly File[] = [];

  const set = (next: readonly File[]): void => {
    files = next;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    onChange();
    list.replaceChildren(...files.map((file) => rowOf(file, () => remove(file))));
    list.hidden = files.length === 0;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    total.textContent =
      files.length < 2 ? '' : text('{n} files, {size} together', { n: files.length, size: sizeText(bytes) });
  };
  const remove = (file: File): void => {
    const index = files.indexOf(file);
    set(files.filter((each) => each !== file));
    // The button that had the focus is gone.
    const buttons = list.querySelectorAll('button');
    (buttons[Math.min(index, buttons.length - 1)] ?? input).focus();
  };
  input.addEventListener('change', () => {
    const byKey = new Map([...files, ...(input.files ?? [])].map((file) => [keyOf(file), file]));
    set([...byKey.values()]);
  });
  return {
    get files() {
      return files;
    },
    clear: () => set([]),
  };
}

function rowOf(file: File, onRemove: () => void): HTMLElement {
  const row = document.createElement('li');
  const name = document.createElement('strong');
  name.textContent = file.name;
  name.dir = 'auto';
  const size = document.createElement('span');
  size.className = 'muted';
  size.textContent = sizeText(file.size);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain';
  button.textContent = text('Remove');
  button.setAttribute('aria-label', text('Remove {name}', { name: file.name }));
  button.addEventListener('click', onRemove);
  row.append(name, size, button);
  return row;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** In steps of 1,000, as the devices of visitors show sizes. */
function sizeText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** step);
}
