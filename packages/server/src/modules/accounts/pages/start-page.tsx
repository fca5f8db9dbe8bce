import {
  mountAsset,
  pageResponse,
  readClientScript,
  seeOther,
  SmallIcon,
  IconDrawings,
  styleOf,
  t,
  uploadsCss,
} from '@drive/pages';
import type { Router } from '../../../platform/http/index.ts';
import type { AccountServices } from '../account-services.ts';

const css = `
.wide{--col:64rem}
.start{display:grid;gap:2rem;align-items:center}
.start h1{margin:0 0 .5rem;font-size:2.25rem;letter-spacing:-.03em}
.start .lead{max-width:30rem;font-size:1.125rem;color:var(--muted)}
.start .actions{max-width:26rem}
.art{display:block;width:100%;max-width:22rem;margin:0 auto;color:var(--accent);fill:var(--card);stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.art .pale{stroke-opacity:.35}
.art .tint{fill:var(--accent-page)}
.art ellipse{fill:currentColor;stroke:none;opacity:.08}
.ways{display:grid;gap:1rem;margin:2rem 0 0;padding:0;list-style:none;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr))}
.ways a{display:flex;gap:.75rem;align-items:center;height:100%;padding:1rem;color:var(--text);text-decoration:none;border:1px solid var(--line);border-radius:.75rem}
.ways a:hover{background:var(--card);border-color:var(--edge)}
.ways .kind{width:1.5rem;height:1.5rem;color:var(--accent)}
@media(min-width:52rem){.start{grid-template-columns:1fr 1fr;padding-top:4vh}}
`;
const style = styleOf(css);
const uploadStyle = styleOf(css + uploadsCss);

/** What the server is, the way in, an area for uploads if everybody may upload, and what developers look for. */
export function mountStartPage(router: Router, services: AccountServices): void {
  const { baseUrl, browserSessions, instance } = services;
  const basePath = baseUrl.path;
  const forget = readClientScript('forget', import.meta.url);
  mountAsset(router, forget);

  router.page('GET', '/', async (context) => {
    if ((await browserSessions.find(context, { beforeSecondFactor: true })) !== undefined)
      return seeOther(context, basePath, '/app/');
    const hasAccounts = await services.hasAccounts();
    const area = hasAccounts ? services.startPage.uploadArea?.() : undefined;
    const { scripts = [], ...options } = area?.options ?? {};
    return pageResponse(
      context,
      {
        title: instance.name,
        basePath,
        wide: true,
        style: area === undefined ? style : uploadStyle,
        scripts: [forget.path, ...scripts],
        ...options,
      },
      <>
        <div class="start">
          <div>
            <h1>{instance.name}</h1>
            <p class="lead">{t('A file drive that you host yourself: upload files, and share them with a link.')}</p>
            {hasAccounts ? (
              <WaysIn services={services} />
            ) : (
              <p class="notice">
                {t('There is no account yet. Open the set-up link that the server printed when it started.')}
              </p>
            )}
          </div>
          {area?.content ?? <Drawing />}
        </div>
        <OtherWays services={services} />
      </>,
    );
  });
}

function WaysIn({ services: { baseUrl, registration } }: { readonly services: AccountServices }) {
  return (
    <p class="actions">
      <a class="button" href={`${baseUrl.path}/sign-in`}>
        {t('Sign in')}
      </a>
      {registration.policy === 'open' && (
        <a class="button plain" href={`${baseUrl.path}/register`}>
          {t('Create an account')}
        </a>
      )}
    </p>
  );
}

function OtherWays({ services: { baseUrl, config } }: { readonly services: AccountServices }) {
  const ways = [
    ...(config.anonymousUploads ? ([['/paste', 'text', t('Write a paste'), t('A text with a link')]] as const) : []),
    ['/install', 'inbox', t('Command line and SDK'), t('From this server, in one line')],
    ['/api/docs', 'archive', t('API'), t('Each call with an example')],
  ] as const;
  return (
    <nav>
      <IconDrawings names={ways.map(([, icon]) => icon)} />
      <ul class="ways">
        {ways.map(([path, icon, title, text]) => (
          <li>
            <a href={`${baseUrl.path}${path}`}>
              <SmallIcon name={icon} />
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Sheets of paper in a folder, and the link that leaves it. */
const Drawing = () => (
  <svg class="art" viewBox="0 0 320 220" aria-hidden="true">
    <ellipse cx="160" cy="204" rx="132" ry="12" />
    <path class="pale" d="M92 92l12-70 92 16-14 84z" />
    <path class="pale" d="M112 46l62 11M109 64l62 11M106 82l38 7" />
    <path class="tint" d="M142 100l26-84 86 27-26 84z" />
    <path class="pale" d="M180 40l52 16M175 57l52 16M170 74l30 9" />
    <path d="M60 84h56l16 18h128a8 8 0 0 1 8 8v76a10 10 0 0 1-10 10H62a10 10 0 0 1-10-10V92a8 8 0 0 1 8-8z" />
    <path d="M146 156h-8a16 16 0 0 1 0-32h14a16 16 0 0 1 14 8M174 124h8a16 16 0 0 1 0 32h-14a16 16 0 0 1-14-8" />
    <path class="pale" d="M24 76h16m-8-8v16M286 44h14m-7-7v14M274 148l10 10m0-10l-10 10" />
  </svg>
);
