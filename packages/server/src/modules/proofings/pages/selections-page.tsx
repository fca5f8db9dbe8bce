import type { Item, Proofing, Submission } from '@drive/contract';
import { styleOf } from '../../../pages/css.ts';
import { displayedName, shortName } from '../../../pages/displayed-name.ts';
import { humanSize } from '../../../pages/human-size.ts';
import { IconDrawings, SmallIcon } from '../../../pages/kind-icon.tsx';
import { Moment, Name, PageHead, Paragraphs } from '../../../pages/page-head.tsx';
import { Pager, type PagerProps } from '../../../pages/pager.tsx';
import type { Router } from '../../../platform/http/index.ts';
import { mountLinkOwnerPages, type LinkOwnerPagesDeps } from '../../links/index.ts';
import type { ProofingOwner, Round } from '../proofing-owner.ts';
import { refusals, withoutOrigin } from './proofing-page.tsx';
import { plural, t } from '../../../pages/language.ts';

const selectionsCss = styleOf(`
blockquote{margin:0 0 1rem;padding:.25rem 0 .25rem .875rem;border-left:3px solid var(--line)}
details{margin:.75rem 0 0}
summary{padding:.5rem 0;cursor:pointer;color:var(--muted);font-size:.9375rem}
`);

const roundsPerPage = 5;

export function mountSelectionsPage(
  router: Router,
  { owner, ...deps }: LinkOwnerPagesDeps & { readonly owner: ProofingOwner },
): void {
  mountLinkOwnerPages(router, deps, {
    path: '/proof/{token}/selections',
    refusals,
    render: async ({ userId, token, page, pathOfFile, pagerOf }) => {
      const proofing = await owner.getByToken(userId, token);
      const { rounds, pagination } = await owner.listRounds(userId, proofing.id, { page, limit: roundsPerPage });
      const pager = pagerOf(pagination.totalPages);
      return {
        options: { title: shortName(proofing.name), style: selectionsCss },
        content: <SelectionsPage proofing={proofing} rounds={rounds} pathOfFile={pathOfFile} pager={pager} />,
      };
    },
  });
}

interface SelectionsView {
  readonly proofing: Proofing;
  readonly rounds: readonly Round[];
  readonly pathOfFile: (fileId: string) => string;
  readonly pager: PagerProps;
}

function SelectionsPage({ proofing, rounds, pathOfFile, pager }: SelectionsView) {
  const { name, submissionCount, url } = proofing;
  return (
    <article class="card">
      <PageHead icon="choice" name={displayedName(name)}>
        <p class="muted">{plural(submissionCount, '1 selection', '# selections')}</p>
        <p>
          <a class="button plain slim" href={url}>
            {t('Page for clients')}
          </a>
        </p>
      </PageHead>
      {rounds.length === 0 && (
        <p class="muted empty">{t(submissionCount === 0 ? 'Nothing yet.' : 'There is nothing on this page.')}</p>
      )}
      <IconDrawings names={rounds.flatMap(({ files }) => files.map(({ contentKind }) => contentKind))} />
      {rounds.map((round) => (
        <RoundSection round={round} pathOfFile={pathOfFile} />
      ))}
      {rounds.length > 0 && <p class="muted small empty">{t('Clients chose these names themselves.')}</p>}
      <Pager {...pager} />
    </article>
  );
}

function RoundSection({ round, pathOfFile }: { round: Round } & Pick<SelectionsView, 'pathOfFile'>) {
  const { submission, files } = round;
  const gone = submission.fileIds.length - files.length;
  return (
    <section aria-labelledby={`round-${submission.round}`}>
      <h2 id={`round-${submission.round}`}>{t('Round {n}', { n: submission.round })}</h2>
      <p class="muted">
        <By submission={submission} />
        <Moment at={Date.parse(submission.createdAt)} />
      </p>
      {submission.comment !== null && (
        <blockquote>
          <Paragraphs text={submission.comment} />
        </blockquote>
      )}
      <ul class="entries" aria-label={t('Files of round {n}', { n: submission.round })}>
        {files.map((file, index) => (
          <Chosen file={file} id={`${submission.round}-${index + 1}`} path={pathOfFile(file.id)} />
        ))}
      </ul>
      {gone > 0 && (
        <p class="muted small">{plural(gone, 'One more was deleted since.', '# more were deleted since.')}</p>
      )}
      <details>
        <summary>{t('Names as text')}</summary>
        <pre tabindex={0}>{files.map(({ name }) => name).join('\n')}</pre>
      </details>
    </section>
  );
}

function By({ submission: { clientName, clientEmail } }: { submission: Submission }) {
  if (clientName === null && clientEmail === null) return <></>;
  return (
    <>
      {clientName !== null && <bdi>{displayedName(clientName)}</bdi>}
      {clientName !== null && clientEmail !== null && ' '}
      {clientEmail !== null && <span>{clientEmail}</span>}
      {', '}
    </>
  );
}

function Chosen({ file, id, path }: { file: Item; id: string; path: string }) {
  const { name, size, contentKind, previewUrl } = file;
  return (
    <li>
      {previewUrl === null ? (
        <SmallIcon name={contentKind} />
      ) : (
        <img src={withoutOrigin(previewUrl)} alt="" loading="lazy" />
      )}
      <div>
        <a href={path} id={`n${id}`} rel="nofollow">
          <Name name={shortName(name)} />
        </a>
        <small>{humanSize(size ?? 0)}</small>
      </div>
      <a class="get" href={path} id={`d${id}`} aria-labelledby={`d${id} n${id}`} rel="nofollow">
        <span>{t('Download')}</span>
      </a>
    </li>
  );
}
