import { copyText } from '../browser/copy-text.ts';
import { saveText } from '../browser/save-file.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { account, app } = useMessages();
  const { totp } = account;
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ol
        aria-label={totp.codesTitle}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-xl border border-line bg-page p-4 text-center font-mono text-sm max-[22rem]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          type="button"
          className="flex-1"
          onClick={() => void copyText(text).then((isCopied) => isCopied && notify({ text: app.copied }))}
        >
          {totp.copyCodes}
        </Button>
        <Button type="button" className="flex-1" onClick={() => saveText(totp.codesFile, text)}>
          {totp.downloadCodes}
        </Button>
      </div>
      <DialogActions>
        <Button type="button" kind="primary" onClick={onKept}>
          {totp.codesKept}
        </Button>
      </DialogActions>
    </>
  );
}
