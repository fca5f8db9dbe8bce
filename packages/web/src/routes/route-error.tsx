import CircleAlert from 'virtual:lucide/circle-alert';
import { errorText } from '../api/error-text.ts';
import { useFormats, useI18n } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { StatePage } from '../ui/state-page.tsx';

/** Replaces a screen that threw while it was shown. */
export function RouteError({ error }: { readonly error: unknown }) {
  const { messages } = useI18n();
  const formats = useFormats();
  return (
    <StatePage
      icon={<CircleAlert size={36} />}
      title={messages.errors.title}
      actions={
        <Button kind="primary" onClick={() => window.location.reload()}>
          {messages.app.retry}
        </Button>
      }
    >
      <p>{errorText(error, messages, formats)}</p>
    </StatePage>
  );
}
