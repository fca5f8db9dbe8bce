import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorStatus, limits, NewCollectedUpload } from '@drive/contract';
import { Notice } from '../../../pages/form.tsx';
import { renderPage } from '../../../pages/layout.tsx';
import { DomainError } from '../../../platform/errors.ts';
import { domainErrorOf, exchangeOf, requireOwnOrigin, type Router } from '../../../platform/http/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { LinkLock } from '../../links/index.ts';
import { announcedFormBytes, formOverheadBytes, receiveForm, type Uploads } from '../../uploads/index.ts';
import type { Collecting, OpenCollection } from '../collecting.ts';
import type { CollectionRow } from '../collection-row.ts';
import type { Uploader } from '../upload-store.ts';
import { collectPage, formPath, type CollectPageDeps } from './collect-page.tsx';

export interface CollectFormDeps extends CollectPageDeps {
  readonly collecting: Collecting;
  readonly lock: LinkLock<CollectionRow>;
  readonly uploads: Uploads;
  readonly log: Log;
  readonly config: { readonly baseUrl: string };
}

export function mountCollectForm(router: Router, deps: CollectFormDeps): void {
  const { basePath, log } = deps;
  router.mountBytesProtocol(formPath, async (request, response) => {
    const shown: Shown = {};
    try {
      const { token, count } = await receive(deps, request, shown);
      response.writeHead(303, { location: `${basePath}/collect/${token}?sent=${count}` }).end();
    } catch (error) {
      const problem = domainErrorOf(error);
      exchangeOf(request).failure = problem.code;
      if (problem !== error) log.error('collect form failed', { error });
      if (!response.destroyed) await answerWithPage(deps, response, problem, shown);
    }
  });
}

/** What there is to show when something goes wrong: nothing of a request that is locked or gone. */
interface Shown {
  collection?: OpenCollection;
  typed?: { readonly name: string | undefined; readonly email: string | undefined };
}

async function receive(
  { collecting, lock, uploads, config }: CollectFormDeps,
  request: IncomingMessage,
  shown: Shown,
): Promise<{ readonly token: string; readonly count: number }> {
  const { path, clientNetwork } = exchangeOf(request);
  const token = path.slice(formPath.length + 1);
  if (request.method !== 'POST') throw new DomainError('method_not_allowed', 'This address takes forms.');
  requireOwnOrigin(request, config.baseUrl);
  const collection = await collecting.open(token, clientNetwork);
  if (!lock.isUnlocked(request, collection))
    throw new DomainError('share_locked', 'This link asks for a password first. Open its page and try again.');
  shown.collection = collection;
  collecting.requireRoom(collection);
  const announced = announcedFormBytes(request);
  const mostBytes = limits.collectionFormFiles * collection.mostBytes;
  if (announced > mostBytes + formOverheadBytes)
    throw new DomainError('payload_too_large', `All files together may have at most ${mostBytes} bytes.`);

  return collecting.withoutTelling(async () => {
    const intake = await uploads.openIntake(collecting.ownerOf(collection, clientNetwork), {
      maxBytes: Math.min(announced, mostBytes),
      maxFileBytes: collection.mostBytes,
    });
    try {
      const { files, fields } = await receiveForm(request, {
        take: intake.take,
        maxFiles: limits.collectionFormFiles,
        tooMany: () =>
          new DomainError('validation_failed', `At most ${limits.collectionFormFiles} files go up at once.`),
      });
      shown.typed = { name: fields.get('uploaderName'), email: fields.get('uploaderEmail') };
      if (files.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
      await collecting.commit(collection, files, uploaderOf(fields), intake.commit);
      return { token, count: files.length };
    } finally {
      await intake.end();
    }
  });
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

async function answerWithPage(
  deps: CollectFormDeps,
  response: ServerResponse,
  problem: DomainError,
  { collection, typed }: Shown,
): Promise<void> {
  const status = errorStatus[problem.code];
  const { shape, content } =
    collection === undefined
      ? {
          shape: { title: 'That did not work', basePath: deps.basePath, status },
          content: (
            <section class="card">
              <h1>That did not work</h1>
              <Notice kind="bad">{problem.message}</Notice>
            </section>
          ),
        }
      : collectPage(deps, {
          collection: deps.collecting.describe(collection, true),
          problem: { status, text: problem.message },
          typed,
        });
  const { html, headers } = await renderPage(shape, content);
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(html),
    ...(problem.code === 'method_not_allowed' ? { allow: 'POST' } : {}),
    ...(problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) }),
  });
  response.end(html);
}
