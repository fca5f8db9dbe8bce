import type { IncomingMessage } from 'node:http';
import { errorStatus, limits, NewCollectedUpload } from '@drive/contract';
import { type FormUpload, mountUploadForm, Notice, t, translateMessage } from '@drive/pages';
import { announcedFormBytes, formOverheadBytes, receiveForm } from '@drive/upload-protocol';
import { DomainError } from '../../../platform/errors.ts';
import { exchangeOf, requireOwnOrigin, type Router } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Uploads } from '../../uploads/index.ts';
import type { Uploader } from '../collected-upload-store.ts';
import type { CollectionServices } from '../collection-routes.ts';
import { requireRoom, type OpenCollection } from '../collection-visitor.ts';
import { formPath, renderFileRequest } from './file-request-page.tsx';

export type FileRequestFormDeps = CollectionServices & Pick<Ports, 'baseUrl' | 'log'> & { readonly uploads: Uploads };

export function mountFileRequestForm(router: Router, deps: FileRequestFormDeps): void {
  mountUploadForm(router, deps.log, formPath, (request) => beginUpload(deps, request));
}

function beginUpload({ visitor, lock, uploads, baseUrl }: FileRequestFormDeps, request: IncomingMessage): FormUpload {
  /** Shown with an error; undefined if the file request is locked or gone. */
  let collection: OpenCollection | undefined;
  const fields = new Map<string, string>();

  const receive = async (): Promise<string> => {
    const { path, clientNetwork } = exchangeOf(request);
    const token = path.slice(formPath.length + 1);
    if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'This URL accepts forms only.');
    requireOwnOrigin(request, baseUrl.href);
    const opened = await visitor.open(token, clientNetwork);
    if (!lock.isUnlocked(request, opened))
      throw new DomainError('share_locked', 'This link needs a password. Open its page and try again.');
    collection = opened;
    requireRoom(opened);
    const announced = announcedFormBytes(request);
    const mostBytes = limits.collectionFormFiles * opened.mostBytes;
    if (announced > mostBytes + formOverheadBytes)
      throw new DomainError('payload_too_large', `All files together may have at most ${mostBytes} bytes.`);

    const form = uploads.openForm(visitor.ownerOf(opened, clientNetwork), Math.min(announced, mostBytes));
    try {
      const { files } = await receiveForm(request, {
        fields,
        stage: (file, body) => form.stage(file, body),
        maxFiles: limits.collectionFormFiles,
        tooMany: () =>
          new DomainError('validation_failed', `Choose at most ${limits.collectionFormFiles} files at once.`),
      });
      if (files.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
      await visitor.asVisitor(opened, () => visitor.commit(opened, files, uploaderOf(fields), form));
      return `${baseUrl.path}/collect/${token}?sent=${files.length}`;
    } finally {
      await form.end();
    }
  };

  return {
    receive,
    errorPage: (problem) => {
      const status = errorStatus[problem.code];
      if (collection !== undefined)
        return renderFileRequest(baseUrl, {
          collection: visitor.describe(collection, true),
          problem: { status, text: problem.message },
          typed: { name: fields.get('uploaderName'), email: fields.get('uploaderEmail') },
        });
      return {
        options: { title: t('The upload failed'), basePath: baseUrl.path, status },
        content: (
          <section class="card">
            <h1>{t('The upload failed')}</h1>
            <Notice kind="bad">{translateMessage(problem.message)}</Notice>
          </section>
        ),
      };
    },
  };
}

const { uploaderName, uploaderEmail } = NewCollectedUpload.shape;

function uploaderOf(fields: ReadonlyMap<string, string>): Uploader {
  const given = (name: string): string | null => {
    const text = fields.get(name)?.trim() ?? '';
    return text === '' ? null : text;
  };
  const name = uploaderName.safeParse(given('uploaderName'));
  if (!name.success)
    throw new DomainError('validation_failed', `Your name ${name.error.issues[0]?.message ?? 'is not valid'}.`);
  const email = uploaderEmail.safeParse(given('uploaderEmail'));
  if (!email.success) throw new DomainError('validation_failed', 'This is not an email address.');
  return { name: name.data ?? null, email: email.data ?? null };
}
