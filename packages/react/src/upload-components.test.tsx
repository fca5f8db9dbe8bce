import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { useFakeDrive } from '../test/fake-drive.ts';
import { UploadButton, UploadDropzone, useUpload } from './index.ts';

const drive = useFakeDrive();
const text = (name = 'a.txt', content = 'hello'): File => new File([content], name, { type: 'text/plain' });
const show = (element: ReactNode) => render(<StrictMode>{element}</StrictMode>);
const input = (): HTMLInputElement => document.querySelector('input[type=file]')!;
const choose = (...files: File[]): void => {
  fireEvent.change(input(), { target: { files } });
};
const row = (name: string) => within(screen.getByText(name).closest('li')!);

describe('UploadButton', () => {
  it('uploads what is chosen, and says so', async () => {
    const onUploaded = vi.fn();
    show(<UploadButton endpoint="/api/upload" onUploaded={onUploaded} />);
    expect(screen.getByRole('button').textContent).toBe('Choose files');
    choose(text());
    const asked = await drive.next();
    expect([asked.method, asked.path, asked.body]).toEqual([
      'POST',
      '/api/upload',
      { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 },
    ]);
    expect(row('a.txt').getByRole('progressbar', { name: 'a.txt' })).toBeTruthy();
    asked.answer(201, { token: `upg_${'a'.repeat(40)}`, baseUrl: 'https://drive.example' });
    const reserved = await drive.next();
    expect(reserved.path).toBe('/api/public/grants/uploads');
    reserved.answer(201, { sessionId: 's', fileId: 'f', uploadUrl: 'https://drive.example/files/uploads/s' });
    const sent = await drive.next();
    expect([sent.method, sent.path]).toEqual(['PUT', '/files/uploads/s']);
    sent.answer(200, { sessionId: 's', fileId: 'f', fileName: 'a.txt', status: 'COMPLETE' });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('a.txt is uploaded.'));
    expect(row('a.txt').getByText('Uploaded, 5 bytes')).toBeTruthy();
    expect(onUploaded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ fileId: 'f' }), expect.any(File));
  });

  it('says in words why a file fails, and tries it again', async () => {
    show(<UploadButton endpoint="/api/upload" />);
    choose(text());
    (await drive.next()).answer(401, { code: 'authentication_required', message: 'x' });
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('You may not upload here.'));
    await userEvent.click(screen.getByRole('button', { name: 'Retry a.txt' }));
    await act(() => drive.finishUpload());
    await waitFor(() => expect(row('a.txt').getByText('Uploaded, 5 bytes')).toBeTruthy());
  });

  it('refuses files that are too large, empty or of another type without a request', () => {
    show(
      <UploadButton
        endpoint="/api/upload"
        accept={['image/*', '.csv']}
        maxBytes={3}
        texts={{ tooLarge: 'Max {limit}' }}
      />,
    );
    choose(new File(['12345'], 'a.csv'), new File([], 'b.csv'), text('c.txt', 'x'));
    expect(row('a.csv').getByText('Max 3 bytes')).toBeTruthy();
    expect(row('b.csv').getByText('The file is empty.')).toBeTruthy();
    expect(row('c.txt').getByText('Files of this type are not accepted.')).toBeTruthy();
    expect(drive.waiting).toEqual([]);
    expect(input().accept).toBe('image/*,.csv');
  });

  it('pauses and continues with the same button, which keeps the focus', async () => {
    show(<UploadButton endpoint="/api/upload" />);
    choose(text());
    const asked = await drive.next();
    const pause = screen.getByRole('button', { name: 'Pause a.txt' });
    await userEvent.click(pause);
    expect(asked.signal?.aborted).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continue a.txt' }));
    await userEvent.keyboard('{Enter}');
    await act(() => drive.finishUpload());
    await waitFor(() => expect(row('a.txt').getByText('Uploaded, 5 bytes')).toBeTruthy());
  });

  it('removes a file from the list, and gives the focus to the button', async () => {
    show(<UploadButton endpoint="/api/upload" />);
    choose(text());
    const asked = await drive.next();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.txt' }));
    expect([asked.signal?.aborted, screen.queryByText('a.txt')]).toEqual([true, null]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files' }));
  });

  it('ends a canceled upload on the server, which kept it to be continued', async () => {
    show(<UploadButton endpoint="/api/upload" />);
    choose(new File([new Uint8Array(9 * 1024 * 1024)], 'film.mp4'));
    await drive.reserve();
    const bytes = await drive.next();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel film.mp4' }));
    const { method, path } = await drive.next();
    expect([bytes.signal?.aborted, method, path]).toEqual([true, 'DELETE', '/files/uploads/s']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('uploads three files at a time', async () => {
    show(<UploadButton endpoint="/api/upload" />);
    choose(...['a', 'b', 'c', 'd'].map((name) => text(name)));
    await waitFor(() => expect(drive.waiting).toHaveLength(3));
    expect(row('d').getByText('Waiting')).toBeTruthy();
  });

  it('pauses when it goes away', async () => {
    const { unmount } = show(<UploadButton endpoint="/api/upload" />);
    choose(text());
    const asked = await drive.next();
    unmount();
    expect(asked.signal?.aborted).toBe(true);
  });
});

describe('UploadDropzone', () => {
  it('uploads what is dropped, without folders', async () => {
    show(<UploadDropzone endpoint="/api/upload" />);
    const zone = document.querySelector('.drive-upload__zone')!;
    const item = (file: File, isDirectory: boolean) => ({
      kind: 'file',
      webkitGetAsEntry: () => ({ isDirectory }),
      getAsFile: () => file,
    });
    const dataTransfer = { types: ['Files'], items: [item(text(), false), item(text('folder'), true)], files: [] };
    expect(fireEvent.dragOver(zone, { dataTransfer })).toBe(false);
    expect(zone.getAttribute('data-over')).toBe('true');
    fireEvent.drop(zone, { dataTransfer });
    expect(zone.getAttribute('data-over')).toBe('false');
    expect(((await drive.next()).body as { fileName: string }).fileName).toBe('a.txt');
    expect(screen.queryByText('folder')).toBeNull();
  });

  it('uploads what is pasted', async () => {
    show(<UploadDropzone endpoint="/api/upload" />);
    const clipboardData = { types: ['Files'], items: [], files: [text('pasted.png')] };
    fireEvent.paste(screen.getByRole('button', { name: 'Choose files' }), { clipboardData });
    expect(((await drive.next()).body as { fileName: string }).fileName).toBe('pasted.png');
  });

  it('leaves a drag of something else alone', () => {
    show(<UploadDropzone endpoint="/api/upload" />);
    const zone = document.querySelector('.drive-upload__zone')!;
    expect(fireEvent.dragOver(zone, { dataTransfer: { types: ['text/plain'], items: [], files: [] } })).toBe(true);
  });
});

describe('on a server', () => {
  it('renders the button and no uploads', () => {
    const html = renderToString(<UploadDropzone endpoint="/api/upload" texts={{ choose: 'Dateien wählen' }} />);
    expect(html).toContain('Dateien wählen');
    expect(html).not.toContain('<ul');
  });
});

describe('useUpload', () => {
  it('gives its uploads to a component that shows them', async () => {
    function Own(): ReactNode {
      const uploads = useUpload({ endpoint: '/api/upload' });
      return (
        <>
          <output>{uploads.items.map(({ status }) => status).join()}</output>
          <UploadButton uploads={uploads}>Pick</UploadButton>
        </>
      );
    }
    show(<Own />);
    choose(text());
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('uploading'));
    await act(() => drive.finishUpload());
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('done'));
  });
});
