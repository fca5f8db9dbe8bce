import type { IncomingMessage } from 'node:http';
import { errorStatus, limits, NewCollectedUpload } from '@drive/contract';
import { type FormUpload, mountUploadForm, Notice, type PageContent, t, translateMessage } from '@drive/pages';
import { announcedFormBytes, formOverheadBytes, receiveForm } from '@drive/upload-protocol';
import { DomainError } from '../../../platform/errors.ts';
import { exchangeOf, requireOwnOrigin, type Router } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Uploads } from '../../uploads/index.ts';
import type { Uploader } from '../received-upload-store.ts';
import type { ReceivingLink, VisitorReception } from '../visitor-reception.ts';

type ReceptionFormDeps = Pick<Ports, 'baseUrl' | 'log'> & { readonly uploads: Uploads };

/** What the visitor typed into the form beside the files. */
export interface TypedFields {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

export interface FormProblem {
  readonly status: number;
  readonly text: string;
}

/** The form of the page of one kind of link. */
interface ReceptionFormKind<Link extends ReceivingLink> {
  /** Target of the form, followed by the token. It receives bytes, so it is below `/files`. */
  readonly path: `/files/${string}`;
  readonly reception: VisitorReception<Link>;
  /** Finds the link of the token; `query` is that of the target. Throws if there is none, or it is locked. */
  open(request: IncomingMessage, token: string, query: URLSearchParams, clientNetwork: string): Promise<Link>;
  /** Path of the page that says how many files have arrived. */
  pathOfSent(link: Link, files: number): string;
  /** The page with its form and a problem. */
  render(link: Link, problem: FormProblem, typed: TypedFields): PageContent;
}

export function mountReceptionForm<Link extends ReceivingLink>(
  router: Router,
  deps: ReceptionFormDeps,
  kind: ReceptionFormKind<Link>,
): void {
  mountUploadForm(router, deps.log, kind.path, (request) => beginUpload(deps, kind, request));
}

function beginUpload<Link extends ReceivingLink>(
  { uploads, baseUrl }: ReceptionFormDeps,
  { path: formPath, reception, open, pathOfSent, render }: ReceptionFormKind<Link>,
  request: IncomingMessage,
): FormUpload {
  /** Shown with an error; undefined if the link is locked or gone. */
  let link: Link | undefined;
  const fields = new Map<string, string>();

  const receive = async (): Promise<string> => {
    const { path, clientNetwork } = exchangeOf(request);
    const token = path.slice(formPath.length + 1);
    if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'This URL accepts forms only.');
    requireOwnOrigin(request, baseUrl.href);
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    const opened = await open(request, token, query, clientNetwork);
    link = opened;
    reception.requireRoom(opened);
    const announced = announcedFormBytes(request);
    const mostBytes = limits.collectionFormFiles * opened.mostBytes;
    if (announced > mostBytes + formOverheadBytes)
      throw new DomainError('payload_too_large', `All files together may have at most ${mostBytes} bytes.`);

    const form = uploads.openForm(reception.ownerOf(opened, clientNetwork), Math.min(announced, mostBytes));
    try {
      const { files } = await receiveForm(request, {
        fields,
        stage: (file, body) => form.stage(file, body),
        maxFiles: limits.collectionFormFiles,
        tooMany: () =>
          new DomainError('validation_failed', `Choose at most ${limits.collectionFormFiles} files at once.`),
      });
      if (files.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
      await reception.asVisitor(opened, () => reception.commit(opened, files, uploaderOf(fields), form));
      return `${baseUrl.path}${pathOfSent(opened, files.length)}`;
    } finally {
      await form.end();
    }
  };

  return {
    receive,
    errorPage: (problem) => {
      const status = errorStatus[problem.code];
      if (link !== undefined) {
        const typed = { name: fields.get('uploaderName'), email: fields.get('uploaderEmail') };
        return render(link, { status, text: problem.message }, typed);
      }
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

/** For the page of a link that the form needs unlocked. */
export const formIsLocked = (): DomainError =>
  new DomainError('share_locked', 'This link needs a password. Open its page and try again.');

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
