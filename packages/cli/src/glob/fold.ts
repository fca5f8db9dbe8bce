/** A name without regard to case, folded as the server folds what it sorts and searches by. */
export const foldName = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
