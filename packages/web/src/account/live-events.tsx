import { escapeTurns } from '@drive/contract/text-direction';
import type { DriveEvent } from '@drive/sdk';
import { useEffect, useState } from 'react';
import Radio from 'virtual:lucide/radio';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { Entry, EntryList } from '../ui/entry-list.tsx';
import { eventText } from './event-text.ts';

/** Events shown; older ones are dropped. */
const mostEvents = 100;

/** Follows the user's events while the screen is open. */
export function LiveEvents() {
  const messages = useMessages();
  const { live, eventTexts } = messages.account.webhooks;
  const formats = useFormats();
  const [isFollowing, setFollowing] = useState(false);
  const [isConnected, setConnected] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [events, setEvents] = useState<readonly DriveEvent[]>([]);

  useEffect(() => {
    if (!isFollowing) return;
    const end = new AbortController();
    const follow = async (): Promise<void> => {
      try {
        const stream = client.events.stream({
          signal: end.signal,
          onConnect: () => setConnected(true),
          onDisconnect: () => setConnected(false),
        });
        for await (const event of stream) setEvents((current) => [event, ...current].slice(0, mostEvents));
      } catch (error) {
        if (end.signal.aborted) return;
        setFailure(error);
        setFollowing(false);
      }
    };
    void follow();
    return () => {
      end.abort();
      setConnected(false);
    };
  }, [isFollowing]);

  return (
    <Card
      title={live.title}
      description={live.description}
      action={
        <div className="flex items-center gap-3">
          {isFollowing && (
            <Badge kind={isConnected ? 'good' : 'plain'}>{isConnected ? live.connected : live.connecting}</Badge>
          )}
          <Button
            type="button"
            onClick={() => {
              setFailure(undefined);
              setFollowing(!isFollowing);
            }}
          >
            <Radio size={18} aria-hidden />
            {isFollowing ? live.stop : live.start}
          </Button>
        </div>
      }
    >
      <FormError message={failure === undefined ? undefined : errorText(failure, messages, formats)} />
      {isFollowing && events.length === 0 && <p className="text-body text-muted">{live.waiting}</p>}
      <div role="log" aria-label={live.title}>
        {events.length > 0 && (
          <EntryList>
            {events.map((event) => (
              <Entry
                key={event.id}
                title={eventText(eventTexts, event.type)}
                details={`${event.type} · ${formats.moment(new Date(event.created * 1000).toISOString())}`}
              >
                <CodeBlock label={event.type} text={JSON.stringify(event.data, undefined, 2)} />
              </Entry>
            ))}
          </EntryList>
        )}
      </div>
    </Card>
  );
}

/** A text that a program wrote or reads. */
export const CodeBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre
    aria-label={label}
    tabIndex={0}
    className="mt-2 max-h-72 overflow-auto rounded-lg border border-line bg-page p-3 font-mono text-small leading-relaxed"
  >
    {escapeTurns(text)}
  </pre>
);
