// Signs in with a passkey, or answers with one as the second factor. The page works without: the button is hidden.
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';

const button = document.querySelector<HTMLButtonElement>('#passkey');
const problem = document.querySelector<HTMLElement>('#passkey-problem');

async function post(url: string, json: object): Promise<{ readonly options?: object; readonly message?: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  const body = (await response.json()) as { readonly options?: object; readonly message?: string };
  if (!response.ok) throw new Error(body.message);
  return body;
}

async function answer({ api = '', email }: DOMStringMap) {
  const { options } = await post(`${api}/options`, email === undefined ? {} : { email });
  return startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] });
}

async function use(clicked: HTMLButtonElement): Promise<void> {
  const { api = '', next } = clicked.dataset;
  const response = await answer(clicked.dataset);
  const field = clicked.form?.querySelector<HTMLInputElement>('input[name=passkey]');
  if (field) {
    field.value = JSON.stringify(response);
    clicked.form?.submit();
    return;
  }
  await post(api, { response });
  location.assign(next ?? '/');
}

if (button !== null && browserSupportsWebAuthn()) {
  button.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    if (problem !== null) problem.hidden = true;
    use(button).catch((error: unknown) => {
      button.disabled = false;
      // Nothing is wrong if the user closed the browser's dialog.
      if (problem === null || (error instanceof Error && error.name === 'NotAllowedError')) return;
      problem.textContent = error instanceof Error && error.message !== '' ? error.message : String(error);
      problem.hidden = false;
    });
  });
}
