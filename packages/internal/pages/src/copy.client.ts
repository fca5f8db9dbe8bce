// Shows the buttons of code blocks, which copy what is before them.

import { copyText } from './copy-text.client.ts';

const shownMs = 2500;

for (const button of document.querySelectorAll<HTMLButtonElement>('.code button')) {
  const label = button.textContent;
  const code = button.previousElementSibling?.textContent ?? '';
  button.hidden = false;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    void copyText(code).then(() => {
      button.textContent = button.dataset['copied'] ?? '';
      setTimeout(() => (button.textContent = label), shownMs);
    });
  });
}
