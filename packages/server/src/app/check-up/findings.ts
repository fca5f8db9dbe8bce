/** What kind of damage it is; programs read these words. */
export type Damage =
  | 'database'
  | 'lost_row'
  | 'folder_totals'
  | 'usage'
  | 'link_counts'
  | 'missing_blob'
  | 'short_blob'
  | 'altered_blob'
  | 'missing_thumbnail'
  | 'orphan_blob';

export interface Finding {
  readonly damage: Damage;
  /** For people: what is wrong with what, and where there is no way to mend it, what to do. */
  readonly text: string;
  /** What was done about it, for people; null where nothing was. */
  readonly mended: string | null;
}

export const finding = (damage: Damage, text: string, mended: string | null = null): Finding => ({
  damage,
  text,
  mended,
});
