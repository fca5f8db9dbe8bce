import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { QrCode, qrFileUrl } from '../ui/qr-code.tsx';

/** The link as a QR code to scan or to save. */
export default function QrImage({ url }: { readonly url: string }) {
  const { share } = useMessages().sharing;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-4 rounded-xl border border-line bg-page p-4">
      <QrCode text={url} label={share.qrOf({ url })} className="size-44 rounded-lg" />
      <a className={buttonClass()} href={qrFileUrl(url)} download="qr-code.svg">
        {share.qrSave}
      </a>
    </div>
  );
}
