/** Where a database is, for a thread that reads it with a connection of its own; may be sent as a message. */
export type ReaderSource =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'postgres'; readonly url: string };
