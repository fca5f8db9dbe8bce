import { errorText } from '../api/error-text.ts';
import { useFormats, useI18n } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';

/** Replaces a screen that threw while it was shown. It loads nothing: the network may be the reason. */
export function RouteError({ error }: { readonly error: unknown }) {
  const { messages } = useI18n();
  const formats = useFormats();
  return (
    <div className="mx-auto max-w-md space-y-4 px-6 py-[12vh] text-center">
      <h2 className="text-title font-semibold tracking-tight">{messages.errors.title}</h2>
      <p className="text-body text-muted">{errorText(error, messages, formats)}</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {messages.app.retry}
      </Button>
    </div>
  );
}
