import { Link } from '@tanstack/react-router';
import Ban from 'virtual:lucide/ban';
import CloudOff from 'virtual:lucide/cloud-off';
import FolderX from 'virtual:lucide/folder-x';
import { errorText } from '../../api/error-text.ts';
import { isStatus } from '../../api/query-client.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { StatePage } from '../../ui/state-page.tsx';

/** Takes the place of a list that could not be loaded. */
export function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const messages = useMessages();
  const formats = useFormats();
  const { errors, app } = messages;
  const toRoot = (
    <Link to="/files" className={buttonClass('primary')}>
      {errors.toRoot}
    </Link>
  );
  if (isStatus(error, 404) || isStatus(error, 400) || isStatus(error, 410))
    return (
      <StatePage icon={<FolderX size={36} />} title={errors.notFound} actions={toRoot}>
        <p>{errors.notFoundHint}</p>
      </StatePage>
    );
  if (isStatus(error, 403))
    return (
      <StatePage icon={<Ban size={36} />} title={errors.forbidden} actions={toRoot}>
        <p>{errors.forbiddenHint}</p>
      </StatePage>
    );
  return (
    <StatePage
      icon={<CloudOff size={36} />}
      title={errors.title}
      actions={
        <Button kind="primary" onClick={onRetry}>
          {app.retry}
        </Button>
      }
    >
      <p role="alert">{errorText(error, messages, formats)}</p>
    </StatePage>
  );
}
