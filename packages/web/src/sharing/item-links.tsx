import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';
import { refreshShares, sharesKey } from '../api/shares.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { notify } from '../ui/notices.ts';
import { LoadedEditor } from './loaded-editor.tsx';

interface ItemLinksProps {
  readonly itemId: string;
  /** Token of the first link, which exists. */
  readonly firstToken: string;
  readonly onClose: () => void;
}

/** The links of an item: one of them is edited, and others can be added. */
export function ItemLinks({ itemId, firstToken, onClose }: ItemLinksProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts } = messages.sharing;
  const [token, setToken] = useState(firstToken);
  const [isBusy, setIsBusy] = useState(false);
  const queryKey = [...sharesKey, 'links', itemId];
  const { data: links = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await client.links.list(itemId, { signal })).links,
  });

  const add = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { shareToken } = await client.links.create(itemId);
      await queryClient.invalidateQueries({ queryKey });
      setToken(shareToken);
      notify({ text: texts.linkAdded });
      void refreshShares();
    } catch (error) {
      notify({ kind: 'bad', text: errorText(error, messages, formats) });
    }
    setIsBusy(false);
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        {links.length > 1 && (
          <SelectField
            className="min-w-0 flex-1"
            label={texts.linkChosen}
            value={token}
            onChange={({ target }) => setToken(target.value)}
            options={links.map(
              ({ shareToken, label }, index) => [shareToken, label ?? texts.linkNumber({ number: index + 1 })] as const,
            )}
          />
        )}
        <Button type="button" disabled={isBusy} onClick={() => void add()}>
          {texts.linkAdd}
        </Button>
      </div>
      <LoadedEditor key={token} token={token} onClose={onClose} />
    </>
  );
}
