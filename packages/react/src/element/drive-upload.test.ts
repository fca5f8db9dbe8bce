import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useFakeDrive } from '../../test/fake-drive.ts';
import { DriveUploadElement } from './define.ts';

const drive = useFakeDrive();
let element: DriveUploadElement;
const part = (selector: string): HTMLElement => element.shadowRoot!.querySelector<HTMLElement>(selector)!;

function choose(...files: File[]): void {
  const input = part('input') as HTMLInputElement;
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  input.dispatchEvent(new Event('change'));
}

beforeEach(() => {
  document.body.innerHTML = '<drive-upload endpoint="/api/upload" accept=".txt" max-bytes="10"></drive-upload>';
  element = document.querySelector('drive-upload')!;
});

it('is defined once, and shows what its attributes say', () => {
  expect(element).toBeInstanceOf(DriveUploadElement);
  expect((part('input') as HTMLInputElement).accept).toBe('.txt');
  element.texts = { choose: 'Dateien wählen' };
  expect(part('.drive-upload__choose').textContent).toBe('Dateien wählen');
  element.setAttribute('disabled', '');
  expect((part('.drive-upload__choose') as HTMLButtonElement).disabled).toBe(true);
});

it('uploads, keeps its rows while they change, and dispatches events', async () => {
  const uploaded: unknown[] = [];
  element.addEventListener('uploaded', (event) => uploaded.push((event as CustomEvent).detail.upload.fileId));
  choose(new File(['hello'], 'a.txt'));
  const row = part('li');
  const toggle = part('li button') as HTMLButtonElement;
  expect(toggle.getAttribute('aria-label')).toBe('Pause a.txt');
  await drive.finishUpload();
  await waitFor(() => expect(uploaded).toEqual(['f']));
  expect([part('li') === row, row.getAttribute('data-status'), toggle.hidden]).toEqual([true, 'done', true]);
  expect(part('[role=status]').textContent).toBe('a.txt is uploaded.');
  (part('li button:last-of-type') as HTMLButtonElement).click();
  expect([element.shadowRoot!.querySelector('li'), part('ul').hidden]).toEqual([null, true]);
});

it('pauses, continues, and refuses what is too large', async () => {
  choose(new File(['hello'], 'a.txt'), new File(['hello world'], 'b.txt'));
  const [first, second] = element.shadowRoot!.querySelectorAll('li');
  expect(second?.textContent).toContain('The file is too large. At most 10 bytes are allowed.');
  const toggle = first!.querySelector('button')!;
  const asked = await drive.next();
  toggle.click();
  expect([asked.signal?.aborted, toggle.textContent]).toEqual([true, 'Continue']);
  toggle.click();
  expect(first?.getAttribute('data-status')).toBe('uploading');
  element.remove();
  expect((await drive.next()).signal?.aborted).toBe(true);
});
