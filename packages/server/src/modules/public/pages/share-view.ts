import type { ContentKind } from '@drive/contract';

/** A file or folder as a page shows it. */
export interface EntryView {
  readonly name: string;
  readonly sizeBytes: number;
  readonly contentKind: ContentKind;
  readonly previewUrl: string | null;
  /** Where its name leads: into a folder, or to the file in the browser; undefined where that can't be. */
  readonly openPath: string | undefined;
  /** undefined for folders, and for what is held back. */
  readonly downloadPath: string | undefined;
}

/** What every page of an open share tells of it. */
export interface ShareView {
  /** Without marks that turn the direction of text. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly fileCount: number;
  readonly contentKind: ContentKind;
  readonly previewUrl: string | null;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  readonly ownerName: string | null;
  /** Its full address. */
  readonly url: string;
}

/** What browsers show by themselves and our addresses let them. */
export const isViewable = (kind: ContentKind): boolean => ['image', 'pdf', 'text', 'audio', 'video'].includes(kind);
