import { humanSize } from '../../pages/human-size.ts';
import type { PageContent } from './upload-page.tsx';

export interface UploadedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly shortUrl: string;
}

/** What a form without script has brought, with its links. */
export function linksPage(basePath: string, files: readonly UploadedFile[]): PageContent {
  const title = files.length === 0 ? 'Nothing there' : files.length === 1 ? 'Your file is up' : 'Your files are up';
  return {
    shape: { title, basePath, wide: true, status: files.length === 0 ? 404 : 200 },
    content: (
      <section class="card">
        <h1>{title}</h1>
        {files.length === 0 ? (
          <p>No upload is known by this address, or what came is gone again.</p>
        ) : (
          <>
            <p>Whoever has a link has the file. Keep the links: nobody can look them up for you.</p>
            <ol class="uploads">
              {files.map(({ name, sizeBytes, shortUrl }) => (
                <li>
                  <strong>{name}</strong> <span class="muted">{humanSize(sizeBytes)}</span>
                  <a href={shortUrl}>{shortUrl}</a>
                </li>
              ))}
            </ol>
          </>
        )}
        <p class="actions">
          <a class="button plain" href={`${basePath}/upload`}>
            Send {files.length === 0 ? 'files' : 'more'}
          </a>
        </p>
      </section>
    ),
  };
}
