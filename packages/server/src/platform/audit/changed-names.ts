/** Which fields a change has, for `details.changed`. */
export const changedNames = (change: object): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join(',');
