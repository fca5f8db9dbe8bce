import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TestMailCard } from '../admin/test-mail-card.tsx';
import { serverPath, serverUrl } from '../api/client.ts';
import { configQuery, useMe } from '../api/session.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { useTitle } from '../ui/use-title.ts';

/** First steps of a new user; administrators also learn how the server sends emails. */
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

function AdminSteps() {
  const { guide } = useMessages();
  const { data: config } = useQuery(configQuery);
  if (config === undefined) return undefined;
  return (
    <>
      <TestMailCard />
      <Card
        title={guide.invite}
        description={config.registration === 'closed' ? guide.inviteClosed : guide.inviteText}
        action={
          <Link to="/admin/invites" className={buttonClass()}>
            {guide.toInvites}
          </Link>
        }
      />
    </>
  );
}
