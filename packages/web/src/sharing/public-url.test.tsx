import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../test/components/fake-server.ts';
import { renderApp } from '../../test/components/render-app.tsx';
import { fileOf } from '../../test/components/things.ts';
import PublicUrl from './public-url.tsx';

const url = 'http://localhost/files/public/token/sea.jpg?v=0f1e';
const value = (name: string) => screen.getByRole('textbox', { name }).textContent;

test('the public URL of an image has the size and the format that were chosen, and HTML with all sizes', async () => {
  server.answer('GET /api/files/id%20of%20sea.jpg', fileOf('sea.jpg', { contentKind: 'image', name: 'a "sea".jpg' }));
  const { user } = await renderApp(<PublicUrl itemId="id of sea.jpg" publicUrl={url} />);
  await screen.findByRole('combobox', { name: 'Width' });
  expect(value('URL')).toBe(url);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Width' }), '640 pixels');
  expect(value('URL')).toBe(`${url}&w=640&format=auto`);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'AVIF');
  expect(value('URL')).toBe(`${url}&w=640&format=avif`);
  expect(value('HTML')).toMatch(
    /^<img src="[^"]+" srcset="[^"]+ 640w, [^"]+ 3840w" sizes="100vw" alt="a &quot;sea&quot;.jpg">$/,
  );
});

test('that of another file is only copied, and a link with restrictions has none', async () => {
  server.answer('GET /api/files/id%20of%20a.txt', fileOf('a.txt'));
  await renderApp(
    <>
      <PublicUrl itemId="id of a.txt" publicUrl={url} />
      <PublicUrl itemId="id of a.txt" publicUrl={null} />
    </>,
  );
  expect(await screen.findAllByRole('textbox')).toHaveLength(1);
  expect(value('URL for pages of other sites')).toBe(url);
  expect(screen.getByText(/^There is none/)).toBeDefined();
});
