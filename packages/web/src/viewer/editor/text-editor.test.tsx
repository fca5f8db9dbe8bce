import { EditorView } from '@codemirror/view';
import type { Item } from '@drive/sdk';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Refusal, server } from '../../../test/components/fake-server.ts';
import { renderApp } from '../../../test/components/render-app.tsx';
import { fileOf } from '../../../test/components/things.ts';
import { reloadAll } from '../../api/query-client.ts';
import { Preview } from '../preview.tsx';
import { newTexts } from './new-texts.ts';
import TextEditor from './text-editor.tsx';

const path = 'GET /api/files/id%20of%20a.txt';
const file = fileOf('a.txt', { size: 0 });

/** The field, which is in a shadow root. */
function editor(): EditorView | null {
  for (const { shadowRoot } of document.querySelectorAll('[data-pans]')) {
    const element = shadowRoot?.querySelector<HTMLElement>('.cm-editor');
    if (element) return EditorView.findFromDOM(element);
  }
  return null;
}

const type = (text: string): void => act(() => editor()?.dispatch({ changes: { from: 0, insert: text } }));

test('what is typed is not replaced when the file is loaded again, whatever the server answers', async () => {
  server.answer(path, file);
  await renderApp(<TextEditor item={file} onClose={() => {}} />);
  await screen.findByText('Saved');
  type('mine');
  for (const answer of [{ ...file, sha256: '1'.repeat(64) }, new Refusal(404, 'file_not_found')]) {
    server.answer(path, answer);
    await act(() => reloadAll());
    expect([editor()?.state.doc.toString(), screen.queryByText('Not saved yet') !== null]).toEqual(['mine', true]);
  }
});

test('what is typed stays in view when the file gets a name without a preview', async () => {
  server.answer(path, file);
  newTexts.add(file.id);
  function Renamed() {
    const [item, setItem] = useState<Item>(file);
    return (
      <>
        <button type="button" onClick={() => setItem({ ...file, name: 'a', mimeType: 'x/y', contentKind: 'other' })}>
          Rename
        </button>
        <Preview item={item} near={[]} onDownload={() => {}} />
      </>
    );
  }
  const { user } = await renderApp(<Renamed />);
  await screen.findByText('Saved');
  type('mine');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect([editor()?.state.doc.toString(), screen.queryByText('Not saved yet') !== null]).toEqual(['mine', true]);
});

test('a text that could not be read is read again', async () => {
  server.answer(path, new Refusal(503, 'overloaded'));
  const { user } = await renderApp(<TextEditor item={file} onClose={() => {}} />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.answer(path, file);
  await user.click(retry);
  await screen.findByText('Saved');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
