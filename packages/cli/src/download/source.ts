/** A file that can be fetched. */
export interface Source {
  /** As the user named it. */
  readonly argument: string;
  /** Where it goes below the folder for it, with slashes. */
  readonly name: string;
  readonly size: number;
  /** Lower-case hex; null where the server does not tell. */
  readonly sha256: string | null;
  /** An address for its bytes; a new one each time, since they run out. */
  getUrl(): Promise<string>;
}
