import type { Item } from '@drive/sdk';
import { useEffect, useRef, useState } from 'react';
import Copy from 'virtual:lucide/copy';
import { client } from '../api/client.ts';
import { limits } from '../api/contract.ts';
import { errorText } from '../api/error-text.ts';
import { ensureShare, isClosed, refreshShares } from '../api/shares.ts';
import { copyText } from '../browser/copy-text.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField, FieldGroup, FormError } from '../ui/choice-fields.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { LoadedEditor } from './loaded-editor.tsx';

interface ManyLinksProps {
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

interface ItemLink {
  readonly item: Item;
  readonly url?: string;
  readonly error?: string;
}

/** Shares several items: by one link to all files, or by a link to each. */
export function ManyLinks({ items, onClose }: ManyLinksProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { share } = useMessages().sharing;
  // A link belongs to one user or one team drive.
  const isOfOne = items.every(({ ownerId, driveId }) => ownerId === items[0]?.ownerId && driveId === items[0].driveId);
  const canBeOne = items.length <= limits.multiShareMaxFiles && isOfOne && items.every(({ type }) => type === 'file');
  const [way, setWay] = useState<'one' | 'each'>(canBeOne ? 'one' : 'each');
  const [token, setToken] = useState<string>();
  const [links, setLinks] = useState<readonly ItemLink[]>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const create = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      if (way === 'one') {
        const { shareToken } = await client.shares.createMulti({ fileIds: items.map(({ id }) => id) });
        setToken(shareToken);
      } else {
        const results: ItemLink[] = [];
        for (const item of items) {
          if (!isOpen.current) break;
          results.push(
            await ensureShare(item).then(
              (made) => (isClosed(made) ? { item, error: share.linkClosed } : { item, url: made.shortUrl }),
              (reason: unknown) => ({ item, error: errorText(reason, messages, formats) }),
            ),
          );
          setLinks([...results]);
        }
      }
    } catch (reason) {
      setError(errorText(reason, messages, formats));
    }
    setIsBusy(false);
    // A dialog that was closed meanwhile reloaded the lists before the last link was created.
    if (!isOpen.current) void refreshShares();
  };
  if (token !== undefined) return <LoadedEditor token={token} onClose={onClose} />;
  if (links !== undefined) return <LinkList links={links} isBusy={isBusy} onClose={onClose} />;
  return (
    <>
      <FieldGroup label={share.many}>
        <CheckField
          type="radio"
          name="share-way"
          label={share.manyOne}
          hint={canBeOne ? share.manyOneHint : share.manyOneFolders}
          checked={way === 'one'}
          disabled={!canBeOne}
          onChange={() => setWay('one')}
        />
        <CheckField
          type="radio"
          name="share-way"
          label={share.manyEach}
          hint={share.manyEachHint}
          checked={way === 'each'}
          onChange={() => setWay('each')}
        />
      </FieldGroup>
      <FormError message={error} />
      <DialogActions>
        <Button type="button" onClick={onClose}>
          {messages.app.cancel}
        </Button>
        <Button type="button" kind="primary" disabled={isBusy} onClick={() => void create()}>
          {share.createLinks}
        </Button>
      </DialogActions>
    </>
  );
}

interface LinkListProps {
  readonly links: readonly ItemLink[];
  /** Whether more links are being created. */
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

function LinkList({ links, isBusy, onClose }: LinkListProps) {
  const { share } = useMessages().sharing;
  const copy = async (urls: readonly string[]): Promise<void> => {
    if (await copyText(urls.join('\n'))) notify({ text: share.linksCopied({ count: urls.length }) });
    else notify({ kind: 'bad', text: share.copyHint });
  };
  return (
    <>
      <ul className="divide-y divide-line" aria-label={share.links} aria-busy={isBusy}>
        {links.map(({ item, url, error: reason }) => (
          <li key={item.id} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-body font-medium" dir="auto">
                {shownName(item.name)}
              </p>
              <p className={`truncate text-sm ${reason === undefined ? 'text-muted' : 'text-bad'}`}>
                {url ?? `${share.linkFailed}: ${reason}`}
              </p>
            </div>
            {url !== undefined && (
              <IconButton
                type="button"
                label={share.copyOf({ name: item.name })}
                icon={<Copy size={18} />}
                onClick={() => void copy([url])}
              />
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button
          type="button"
          disabled={isBusy}
          onClick={() => void copy(links.flatMap(({ url }) => (url === undefined ? [] : [url])))}
        >
          <Copy size={18} aria-hidden />
          {share.copyAll}
        </Button>
        <Button type="button" kind="primary" onClick={onClose}>
          {share.done}
        </Button>
      </DialogActions>
    </>
  );
}
