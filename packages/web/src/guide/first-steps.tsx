import type { SearchResult } from '@drive/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, type ReactNode } from 'react';
import Check from 'virtual:lucide/check';
import Link2 from 'virtual:lucide/link';
import Upload from 'virtual:lucide/upload';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { itemsKey } from '../api/items.ts';
import { useMe } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { notify } from '../ui/notices.ts';
import { placedFiles } from '../uploads/read-files.ts';
import type { Destination } from '../uploads/upload.ts';
import { uploads, useUploads } from '../uploads/uploads.ts';

/** The three steps of a new user: the account, a first upload, a first link. */
export function FirstSteps({ destination }: { readonly destination: Destination }) {
  const { guide } = useMessages();
  const newest = useNewestFile();
  return (
    <ol className="rounded-xl border border-line">
      <Step number={1} title={guide.account} isDone>
        <p className="text-dense text-muted">{guide.accountText}</p>
      </Step>
      <Step number={2} title={guide.upload} isDone={newest !== undefined}>
        <UploadStep destination={destination} newest={newest} />
      </Step>
      <Step number={3} title={guide.share} isDone={newest !== undefined && newest.shareToken !== null}>
        <LinkStep newest={newest} />
      </Step>
    </ol>
  );
}

/** The file that was added last, if there is one. */
function useNewestFile(): SearchResult['item'] | undefined {
  const me = useMe();
  const { done } = useUploads();
  const { data } = useQuery({
    queryKey: [...itemsKey, 'newest', done],
    queryFn: async ({ signal }) =>
      (await client.search({ type: 'file', sort: '-createdAt', limit: 1 }, { signal })).items[0]?.item ?? null,
    enabled: done > 0 || (me?.usedBytes ?? 0) > 0,
  });
  return data ?? undefined;
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  const { guide } = useMessages();
  const id = useId();
  return (
    <li aria-labelledby={id} className="flex gap-4 border-line p-4 not-first:border-t sm:p-5">
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full text-dense font-semibold ${isDone ? 'bg-good-page text-good' : 'bg-accent-page text-accent'}`}
      >
        {isDone ? <Check size={16} role="img" aria-label={guide.done} /> : number}
      </span>
      <div className="min-w-0 flex-1 space-y-3">
        <h2 id={id} className="pt-1 text-base font-semibold tracking-tight">
          {title}
        </h2>
        {children}
      </div>
    </li>
  );
}

interface UploadStepProps {
  readonly destination: Destination;
  readonly newest: SearchResult['item'] | undefined;
}

function UploadStep({ destination, newest }: UploadStepProps) {
  const { guide } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed border-edge px-4 py-6 text-center">
      <input
        ref={field}
        type="file"
        multiple
        hidden
        data-upload="files"
        onChange={({ target }) => {
          uploads.add(placedFiles(target.files ?? []), destination);
          target.value = '';
        }}
      />
      <Button kind={newest === undefined ? 'primary' : 'plain'} onClick={() => field.current?.click()}>
        <Upload size={16} aria-hidden />
        {guide.choose}
      </Button>
      <p role="status" className="text-dense text-muted wrap-anywhere">
        {newest === undefined ? guide.uploadText : guide.uploaded({ name: newest.name })}
      </p>
    </div>
  );
}

function LinkStep({ newest }: Pick<UploadStepProps, 'newest'>) {
  const messages = useMessages();
  const formats = useFormats();
  const { guide } = messages;
  const { mutate, data, isPending, variables } = useMutation({
    // A file that has a link keeps it, with its settings.
    mutationFn: async (file: SearchResult['item']) => {
      const { ensureShare, refreshShares } = await import('../api/shares.ts');
      const share = await ensureShare(file);
      void refreshShares();
      return share;
    },
    onError: (error) => notify({ kind: 'bad', text: errorText(error, messages, formats) }),
  });
  const link = variables?.id === newest?.id ? data?.shortUrl : undefined;
  return (
    <>
      <p className="text-dense text-muted">{guide.shareText}</p>
      {link === undefined || newest === undefined ? (
        <Button
          kind={newest === undefined ? 'plain' : 'primary'}
          disabled={newest === undefined || isPending}
          onClick={() => newest !== undefined && mutate(newest)}
        >
          <Link2 size={16} aria-hidden />
          {guide.makeLink}
        </Button>
      ) : (
        <CopyField label={guide.linkTo({ name: newest.name })} value={link} />
      )}
    </>
  );
}
