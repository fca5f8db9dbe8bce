/** What the hashing thread is asked: a new hash at a cost, or whether a text fits a hash. */
export type HashQuestion = { readonly text: string } & ({ readonly cost: number } | { readonly hash: string });

export type HashTask = HashQuestion & { readonly id: number };

export type HashAnswer =
  | { readonly id: number; readonly hash: string }
  | { readonly id: number; readonly matches: boolean };
