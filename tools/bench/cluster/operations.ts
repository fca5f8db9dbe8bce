export const operations = ['list', 'reserveAndPut', 'signedGet', 'viralDownload', 'withWebhook'] as const;
export type Operation = (typeof operations)[number];

export const names: Readonly<Record<Operation, string>> = {
  list: 'list of 20',
  reserveAndPut: 'reserve and PUT 10 kB',
  signedGet: 'signed GET of 10 kB',
  viralDownload: 'address and counted download of one share',
  withWebhook: 'the same, with a webhook that gets each',
};
