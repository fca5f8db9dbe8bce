import { UploadDropzone } from '@drive/react';
import '@drive/react/styles.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Pictures() {
  const [names, setNames] = useState<readonly string[]>([]);
  return (
    <>
      <h1>Your pictures</h1>
      <UploadDropzone
        endpoint="/api/upload"
        accept={['image/*']}
        maxBytes={200_000_000}
        onUploaded={({ fileName }) => setNames((before) => [...before, fileName])}
      />
      <p>{names.length === 0 ? 'None yet.' : `We have ${names.join(', ')}.`}</p>
    </>
  );
}

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <Pictures />
  </StrictMode>,
);
