import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import Ban from 'virtual:lucide/ban';
import CloudOff from 'virtual:lucide/cloud-off';
import SearchX from 'virtual:lucide/search-x';
import { errorText } from '../api/error-text.ts';
import { isStatus } from '../api/query-client.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { StatePage } from '../ui/state-page.tsx';

export interface QueryViewProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
  readonly children: (data: Data) => ReactNode;
}

/** Shows what a query loaded, a placeholder until then, or why it could not be loaded. */
export function QueryView<Data>({ query: { data, error, refetch }, children }: QueryViewProps<Data>) {
  const { app } = useMessages();
  if (data !== undefined) return children(data);
  if (error !== null) return <QueryError error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy="true" className="space-y-3">
      <p className="sr-only">{app.loading}</p>
      {[1, 2, 3].map((each) => (
        <div key={each} className="h-14 animate-pulse rounded-xl bg-line/60" />
      ))}
    </div>
  );
}

function QueryError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const messages = useMessages();
  const formats = useFormats();
  const { errors, app } = messages;
  const toFiles = (
    <Link to="/files" className={buttonClass('primary')}>
      {errors.toRoot}
    </Link>
  );
  if (isStatus(error, 403))
    return (
      <StatePage icon={<Ban size={36} />} title={errors.forbidden} actions={toFiles}>
        <p>{errors.areaForbiddenHint}</p>
      </StatePage>
    );
  if (isStatus(error, 404) || isStatus(error, 410))
    return (
      <StatePage icon={<SearchX size={36} />} title={errors.pageNotFound} actions={toFiles}>
        <p>{errorText(error, messages, formats)}</p>
      </StatePage>
    );
  return (
    <StatePage
      icon={<CloudOff size={36} />}
      title={errors.title}
      actions={
        <Button kind="primary" type="button" onClick={onRetry}>
          {app.retry}
        </Button>
      }
    >
      <p role="alert">{errorText(error, messages, formats)}</p>
    </StatePage>
  );
}
