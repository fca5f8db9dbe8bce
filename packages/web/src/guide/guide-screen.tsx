import { Link } from '@tanstack/react-router';
import { serverPath, serverUrl } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { useTitle } from '../ui/use-title.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { AdminSteps } from './admin-steps.tsx';
import { FirstSteps } from './first-steps.tsx';

/** First steps of a new user; administrators also learn what others rely on them for. */
export function GuideScreen() {
  const { guide, list } = useMessages();
  useTitle(guide.title);
  const me = useMe();
  const destination = { id: null, name: list.root };
  return (
    <DropZone destination={destination}>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-2xl space-y-8 p-4 pt-8 pb-24 sm:p-10 sm:pb-24">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div>
              <h1 className="text-heading font-semibold tracking-tight">{guide.title}</h1>
              <p className="mt-1 text-body text-muted">{guide.text}</p>
            </div>
            <Link to="/files" className={buttonClass()}>
              {guide.toFiles}
            </Link>
          </div>
          <FirstSteps destination={destination} />
          {me?.isAdmin === true && (
            <section className="space-y-4">
              <h2 className="text-title font-semibold tracking-tight">{guide.forOthers}</h2>
              <AdminSteps />
            </section>
          )}
          <Developers />
          <p className="text-small text-muted">{guide.again}</p>
        </div>
      </div>
    </DropZone>
  );
}

/** What only developers look for is folded. */
function Developers() {
  const { guide } = useMessages();
  return (
    <details className="rounded-xl border border-line">
      <summary className="px-4 py-3 text-body font-semibold marker:text-muted">{guide.developer}</summary>
      <div className="space-y-4 px-4 pb-4">
        <p className="text-dense text-muted">{guide.installText}</p>
        <CopyField label={guide.installCommand} value={`curl -fsSL ${serverUrl}/install/cli.sh | sh`} />
        <CopyField label={guide.loginCommand} value={`drive-cli login --url ${serverUrl}`} />
        <a href={serverPath('/install')} className={buttonClass()}>
          {guide.otherWays}
        </a>
      </div>
    </details>
  );
}
