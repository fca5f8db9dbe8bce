import { Link } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Progress } from '../ui/progress.tsx';

const nearlyFull = 0.9;

export function StorageMeter() {
  const me = useMe();
  const { storage } = useMessages();
  const { size } = useFormats();
  if (me === undefined) return undefined;
  const { usedBytes, quotaBytes, trashBytes } = me;
  const share = quotaBytes === null ? undefined : quotaBytes === 0 ? 1 : usedBytes / quotaBytes;
  return (
    <section aria-label={storage.title} className="mt-6 px-3 pb-1 text-small">
      <Link to="/account/storage" className="mb-1 flex min-h-9 items-center font-semibold pointer-coarse:min-h-11">
        {storage.title}
      </Link>
      {share !== undefined && (
        <div className="mb-2">
          <Progress label={storage.title} value={share} kind={share >= nearlyFull ? 'bad' : 'normal'} />
        </div>
      )}
      <p className="text-muted">
        {quotaBytes === null
          ? storage.usedWithoutQuota({ used: size(usedBytes) })
          : storage.used({ used: size(usedBytes), quota: size(quotaBytes) })}
      </p>
      {trashBytes > 0 && <p className="mt-1 text-muted">{storage.inTrash({ size: size(trashBytes) })}</p>}
    </section>
  );
}
