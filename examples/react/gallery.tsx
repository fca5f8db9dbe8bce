// Every component of @drive/react, in the ways that pages use it.
import { FileBrowser, UploadButton, UploadDropzone, useUpload, type UploadTexts } from '@drive/react';
import '@drive/react/element';
import { DriveClient } from '@drive/sdk';
import { createElement, type ReactNode } from 'react';

const endpoint = '/api/upload';
// A route of server.ts, which adds the key.
const client = new DriveClient({ baseUrl: `${location.origin}/drive`, apiKey: null });

const german: Partial<UploadTexts> = {
  choose: 'Dateien wählen',
  drop: 'oder hier ablegen',
  done: 'Hochgeladen, {total}',
};
const arabic: Partial<UploadTexts> = { choose: 'اختر ملفات', drop: 'أو أفلتها هنا' };

export function Gallery() {
  return (
    <>
      <h1>Components of @drive/react</h1>
      <Part name="Dropzone">
        <UploadDropzone endpoint={endpoint} />
      </Part>
      <Part name="Only pictures, at most 1 MB">
        <UploadDropzone endpoint={endpoint} accept={['image/*']} maxBytes={1_000_000} />
      </Part>
      <Part name="Disabled">
        <UploadDropzone endpoint={endpoint} disabled />
      </Part>
      <Part name="Button">
        <UploadButton endpoint={endpoint} multiple={false} />
      </Part>
      <Part name="Your own interface">
        <OwnInterface />
      </Part>
      <Part name="Web component">{createElement('drive-upload', { endpoint })}</Part>
      <Part name="Light for everybody" className="light">
        <UploadDropzone endpoint={endpoint} />
      </Part>
      <Part name="Dark for everybody" className="dark">
        <UploadDropzone endpoint={endpoint} />
      </Part>
      <Part name="Your own colors" className="own">
        <UploadDropzone endpoint={endpoint} />
      </Part>
      <Part name="Translated" lang="de">
        <UploadDropzone endpoint={endpoint} texts={german} />
      </Part>
      <Part name="From right to left" lang="ar" dir="rtl">
        <UploadDropzone endpoint={endpoint} texts={arabic} />
      </Part>
      <Part name="Files">
        <FileBrowser client={client} onOpen={({ name }) => alert(name)} />
      </Part>
    </>
  );
}

interface PartProps {
  readonly name: string;
  readonly className?: string;
  readonly lang?: string;
  readonly dir?: 'rtl';
  readonly children: ReactNode;
}

const Part = ({ name, children, ...rest }: PartProps) => (
  <section aria-label={name}>
    <h2>{name}</h2>
    <div {...rest}>{children}</div>
  </section>
);

function OwnInterface() {
  const { items, add, cancel } = useUpload({ endpoint });
  return (
    <>
      <input
        type="file"
        aria-label="Files"
        multiple
        onChange={({ target }) => {
          add(target.files ?? []);
          target.value = '';
        }}
      />
      {items.map(({ id, file, bytes, total, status }) => (
        <p key={id} className="row">
          {file.name}, {status} <progress aria-label={file.name} value={bytes} max={total} />
          <button type="button" onClick={() => cancel(id)}>
            Remove
          </button>
        </p>
      ))}
    </>
  );
}
