import '@drive/react/styles.css';
import './gallery.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
