import { Link } from '@tanstack/react-router';
import { serverPath, serverUrl } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { useTitle } from '../ui/use-title.ts';
import { AdminSteps } from './admin-steps.tsx';

/** First steps of a new user; administrators also learn what others rely on them for. */
export function GuideScreen() {
  const { guide } = useMessages();
  useTitle(guide.title);
  const me = useMe();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-5 p-4 pt-6 pb-24 sm:p-8 sm:pb-24">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{guide.title}</h1>
          <p className="mt-1 text-[0.9375rem] text-muted">{guide.text}</p>
        </div>
        <Card
          title={guide.upload}
          description={guide.uploadText}
          action={
            <Link to="/files" className={buttonClass('primary')}>
              {guide.toFiles}
            </Link>
          }
        />
        <Card title={guide.share} description={guide.shareText} />
        <Card title={guide.install} description={guide.installText}>
          <div className="space-y-4">
            <CopyField label={guide.installCommand} value={`curl -fsSL ${serverUrl}/install/cli.sh | sh`} />
            <CopyField label={guide.loginCommand} value={`drive-cli login --url ${serverUrl}`} />
            <a href={serverPath('/install')} className={buttonClass()}>
              {guide.otherWays}
            </a>
          </div>
        </Card>
        {me?.isAdmin === true && <AdminSteps />}
        <p className="text-sm text-muted">{guide.again}</p>
      </div>
    </div>
  );
}
