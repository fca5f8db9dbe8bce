import type { Secrets } from '../../platform/secrets.ts';

/** The `r` of a personal link. It follows from the recipient's id, so that the same link can be sent again. */
export const recipientToken = (secrets: Secrets, id: string): string => {
  const text = id.replaceAll('-', '');
  return `${text}.${secrets.sign('share-recipient', text)}`;
};

/** The recipient's id; undefined where nobody was ever sent such a link. */
export const recipientIdOf = (secrets: Secrets, r: string): string | undefined => {
  const [text = '', signature = ''] = r.split('.');
  if (!secrets.verify('share-recipient', text, signature)) return undefined;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
