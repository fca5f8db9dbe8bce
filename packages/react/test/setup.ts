import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks, and every browser has.
URL.canParse ??= (url) => URL.parse(url) !== null;

afterEach(() => {
  cleanup();
  localStorage.clear();
});
