import { UploadDropzone } from '@drive/react';
import '@drive/react/styles.css';

export default function Page() {
  return <UploadDropzone endpoint="/api/upload" accept={['.txt']} maxBytes={5_000_000} />;
}
