// Solves the proof of work that the server requires from guests, and sends the form with it.

import { text } from '../../../pages/script-texts.client.ts';

const form = document.getElementById('paste') as HTMLFormElement;
const status = document.getElementById('status') as HTMLElement;

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

async function send(): Promise<void> {
  const button = form.querySelector('button') as HTMLButtonElement;
  button.disabled = true;
  status.textContent = text('Checking that you are not a bot …');
  try {
    const { solver = '', challenge = '' } = form.dataset;
    const { solve } = (await import(solver)) as { solve(challenge: unknown): Promise<string> };
    const response = await fetch(challenge);
    if (!response.ok) throw new Error(text('The server answered {status}.', { status: response.status }));
    (form.elements.namedItem('captchaToken') as HTMLInputElement).value = await solve(await response.json());
    form.submit();
  } catch (error) {
    status.textContent = text('Failed: {problem}', { problem: error instanceof Error ? error.message : String(error) });
    button.disabled = false;
  }
}
