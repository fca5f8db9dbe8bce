import type { PageOptions } from '@drive/pages';
import type { Child } from 'hono/jsx';

/** Where visitors without an account send files, on the start page. `modules/anonymous` has it. */
export interface UploadArea {
  readonly options: Pick<PageOptions, 'scripts' | 'embedded'>;
  readonly content: Child;
}
