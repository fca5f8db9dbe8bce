import { withoutTurns } from '@drive/contract/text-direction';
import type { Activity, Notification } from '@drive/sdk';
import type { AppTexts } from '@drive/texts';

type Texts = AppTexts['activity'];

const actorName = (actor: Activity['actor'], texts: Texts): string | undefined =>
  actor === null ? undefined : actor.deleted ? texts.deletedUser : (actor.name ?? texts.somebody);

const ofVisitors = new Set<Activity['type']>([
  'collect.uploaded',
  'comment.created',
  'reproofing.submitted',
  'share.download',
  'share.download.anonymous',
]);

/** What happened, as a sentence. */
export function activityText({ type, actor, item, details }: Activity, texts: Texts): string {
  const visitor = `${details.visitor ?? details.recipient ?? texts.visitor}${fromCountry(details.country)}`;
  const said = {
    who: withoutTurns(actorName(actor, texts) ?? (ofVisitors.has(type) ? visitor : texts.somebody)),
    name: withoutTurns(item?.name ?? details.linkName ?? texts.severalFiles),
    former: withoutTurns(details.previousName ?? ''),
    to: withoutTurns(details.principal?.name ?? texts.somebody),
    role: details.role === undefined ? '' : texts.roles[details.role],
  };
  if (type !== 'file.updated' && type !== 'folder.updated') return texts.done[type](said);
  if (details.previousName !== undefined) return texts.renamed(said);
  return details.changed?.includes('parent') === true ? texts.moved(said) : texts.changed(said);
}

interface Shown {
  date(time: string): string;
  size(bytes: number): string;
}

/** What a user is told of, as a sentence. */
export function notificationText(
  { type, actor, item, details, count }: Notification,
  texts: Texts,
  { date, size }: Shown,
): string {
  const name = item?.name ?? details.linkName ?? texts.severalFiles;
  const who = actorName(actor, texts) ?? details.visitor ?? texts.somebody;
  const said = texts.notifications;
  switch (type) {
    case 'access_given':
      return said.access_given({ who, name, role: details.role === undefined ? '' : texts.roles[details.role] });
    case 'file_arrived':
      return said.file_arrived({ count, name: details.linkName ?? name });
    case 'comment':
      return said.comment({ count, name, who });
    case 'link_expiring':
      return said.link_expiring({ name, when: date(details.expiresAt ?? '') });
    case 'quota':
      return quotaText(item, { used: size(details.usedBytes ?? 0), all: size(details.quotaBytes ?? 0) }, said);
  }
}

/** `item`: root of a team drive; null: the storage of the user. */
const quotaText = (
  item: Notification['item'],
  sizes: { readonly used: string; readonly all: string },
  said: Texts['notifications'],
): string => (item === null ? said.quota(sizes) : said.quotaOf({ ...sizes, name: item.name }));

/** ` (Germany)`, in the language of the page. */
function fromCountry(code: string | undefined): string {
  if (code === undefined) return '';
  const names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'region' });
  return ` (${names.of(code) ?? code})`;
}
