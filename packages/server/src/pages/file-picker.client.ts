// Shows a button and a line in the language of the page in the place of the input for files, whose words are the browser's.

import { text } from './script-texts.client.ts';

/** The input stays above them, unseen: it is clicked, focused and read aloud. Returns a function that shows the input's files. */
export function showFilePicker(input: HTMLInputElement): () => void {
  const pick = input.previousElementSibling as HTMLElement;
  const line = pick.lastElementChild as HTMLElement;
  const update = (): void => {
    const files = [...(input.files ?? [])];
    const [first] = files;
    line.textContent =
      first === undefined
        ? (line.dataset['none'] ?? '')
        : files.length === 1
          ? first.name
          : text('{n} files chosen', { n: files.length });
  };
  pick.hidden = false;
  input.addEventListener('change', update);
  update();
  return update;
}
