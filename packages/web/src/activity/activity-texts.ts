import { withoutTurns } from '@drive/contract/text-direction';
import type { Activity, Notification } from '@drive/sdk';
import { guardTexts } from '../i18n/guarded-texts.ts';
import { pluralsOf } from '../i18n/texts/plural.ts';

type Said = {
  readonly who: string;
  readonly name: string;
  readonly former: string;
  readonly to: string;
  readonly role: string;
};
type Sentence = (said: Said) => string;

const pluralEn = pluralsOf('en');
const pluralDe = pluralsOf('de');

const en = {
  title: 'Activity',
  none: 'Nothing has happened here lately.',
  somebody: 'Somebody',
  visitor: 'A visitor',
  severalFiles: 'several files',
  deletedUser: 'A deleted user',
  roles: { viewer: 'viewer', contributor: 'contributor', editor: 'editor', manager: 'manager' },
  renamed: (({ who, name, former }) => `${who} renamed ${former} to ${name}`) as Sentence,
  moved: (({ who, name }) => `${who} moved ${name}`) as Sentence,
  changed: (({ who, name }) => `${who} changed ${name}`) as Sentence,
  done: {
    'file.created': ({ who, name }) => `${who} added ${name}`,
    'file.replaced': ({ who, name }) => `${who} gave ${name} a new content`,
    'file.trashed': ({ who, name }) => `${who} moved ${name} to the trash`,
    'file.restored': ({ who, name }) => `${who} restored ${name}`,
    'file.deleted': ({ who, name }) => `${who} deleted ${name} permanently`,
    'folder.created': ({ who, name }) => `${who} added the folder ${name}`,
    'folder.trashed': ({ who, name }) => `${who} moved the folder ${name} to the trash`,
    'folder.restored': ({ who, name }) => `${who} restored the folder ${name}`,
    'folder.deleted': ({ who, name }) => `${who} deleted the folder ${name} permanently`,
    'access.given': ({ who, name, to, role }) => `${who} gave ${to} access to ${name} (${role})`,
    'access.changed': ({ who, name, to, role }) => `${who} changed the access of ${to} to ${name} (${role})`,
    'access.revoked': ({ who, name, to }) => `${who} took the access of ${to} to ${name} away`,
    'collect.uploaded': ({ who, name }) => `${who} sent ${name}`,
    'comment.created': ({ who, name }) => `${who} commented on ${name}`,
    'reproofing.submitted': ({ who, name }) => `${who} chose files of ${name}`,
    'share.created': ({ who, name }) => `${who} made a link to ${name}`,
    'share.updated': ({ who, name }) => `${who} changed a link to ${name}`,
    'share.revoked': ({ who, name }) => `${who} ended a link to ${name}`,
    'share.download': ({ who, name }) => `${who} downloaded ${name}`,
    'share.download.anonymous': ({ who, name }) => `${who} downloaded ${name}`,
  } as Readonly<Record<Exclude<Activity['type'], `${string}.updated`> | 'share.updated', Sentence>>,
  notifications: {
    title: 'Notifications',
    titleUnread: (count: number) => `Notifications: ${pluralEn(count, { other: '# unread' })}`,
    all: 'All notifications and emails',
    description: 'What concerns you, the unread first.',
    none: 'There are no notifications.',
    readAll: 'Mark all as read',
    unread: 'New',
    mail: 'Emails about it',
    mails: { now: 'At once', daily: 'In one email a day', never: 'Never' },
    saved: 'Saved.',
    access_given: (who: string, name: string, role: string) => `${who} gave you access to ${name} (${role})`,
    file_arrived: (count: number, name: string) =>
      `${pluralEn(count, { one: 'One file', other: '# files' })} came through ${name}`,
    comment: (count: number, name: string, who: string) =>
      `${pluralEn(count, { one: 'One comment', other: '# comments' })} on ${name}, the last by ${who}`,
    link_expiring: (name: string, when: string) => `The link to ${name} ends on ${when}`,
    quota: (used: string, all: string) => `${used} of your ${all} are used`,
  },
};
type Texts = typeof en;

const de: Texts = {
  title: 'Aktivität',
  none: 'Hier ist in letzter Zeit nichts geschehen.',
  somebody: 'Jemand',
  visitor: 'Ein Besucher',
  severalFiles: 'mehreren Dateien',
  deletedUser: 'Ein gelöschtes Konto',
  roles: { viewer: 'ansehen', contributor: 'hinzufügen', editor: 'bearbeiten', manager: 'verwalten' },
  renamed: ({ who, name, former }) => `${who} hat ${former} in ${name} umbenannt`,
  moved: ({ who, name }) => `${who} hat ${name} verschoben`,
  changed: ({ who, name }) => `${who} hat ${name} geändert`,
  done: {
    'file.created': ({ who, name }) => `${who} hat ${name} hinzugefügt`,
    'file.replaced': ({ who, name }) => `${who} hat ${name} einen neuen Inhalt gegeben`,
    'file.trashed': ({ who, name }) => `${who} hat ${name} in den Papierkorb gelegt`,
    'file.restored': ({ who, name }) => `${who} hat ${name} wiederhergestellt`,
    'file.deleted': ({ who, name }) => `${who} hat ${name} endgültig gelöscht`,
    'folder.created': ({ who, name }) => `${who} hat den Ordner ${name} hinzugefügt`,
    'folder.trashed': ({ who, name }) => `${who} hat den Ordner ${name} in den Papierkorb gelegt`,
    'folder.restored': ({ who, name }) => `${who} hat den Ordner ${name} wiederhergestellt`,
    'folder.deleted': ({ who, name }) => `${who} hat den Ordner ${name} endgültig gelöscht`,
    'access.given': ({ who, name, to, role }) => `${who} hat ${to} Zugriff auf ${name} gegeben (${role})`,
    'access.changed': ({ who, name, to, role }) => `${who} hat den Zugriff von ${to} auf ${name} geändert (${role})`,
    'access.revoked': ({ who, name, to }) => `${who} hat ${to} den Zugriff auf ${name} genommen`,
    'collect.uploaded': ({ who, name }) => `${who} hat ${name} geschickt`,
    'comment.created': ({ who, name }) => `${who} hat ${name} kommentiert`,
    'reproofing.submitted': ({ who, name }) => `${who} hat Dateien aus ${name} ausgewählt`,
    'share.created': ({ who, name }) => `${who} hat einen Link zu ${name} erstellt`,
    'share.updated': ({ who, name }) => `${who} hat einen Link zu ${name} geändert`,
    'share.revoked': ({ who, name }) => `${who} hat einen Link zu ${name} beendet`,
    'share.download': ({ who, name }) => `${who} hat ${name} heruntergeladen`,
    'share.download.anonymous': ({ who, name }) => `${who} hat ${name} heruntergeladen`,
  },
  notifications: {
    title: 'Mitteilungen',
    titleUnread: (count) => `Mitteilungen: ${pluralDe(count, { other: '# ungelesen' })}`,
    all: 'Alle Mitteilungen und E-Mails',
    description: 'Was dich betrifft, Ungelesenes zuerst.',
    none: 'Es gibt keine Mitteilungen.',
    readAll: 'Alle als gelesen markieren',
    unread: 'Neu',
    mail: 'E-Mails dazu',
    mails: { now: 'Sofort', daily: 'In einer E-Mail am Tag', never: 'Nie' },
    saved: 'Gespeichert.',
    access_given: (who, name, role) => `${who} hat dir Zugriff auf ${name} gegeben (${role})`,
    file_arrived: (count, name) =>
      `${pluralDe(count, { one: 'Eine Datei kam', other: '# Dateien kamen' })} über ${name}`,
    comment: (count, name, who) =>
      `${pluralDe(count, { one: 'Ein Kommentar', other: '# Kommentare' })} zu ${name}, zuletzt von ${who}`,
    link_expiring: (name, when) => `Der Link zu ${name} endet am ${when}`,
    quota: (used, all) => `${used} von deinen ${all} sind belegt`,
  },
};

/** Texts of what happened, which only load with what shows them. */
export const activityTexts = (language: string): Texts => guardTexts(language === 'de' ? de : en);

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
  const visitor = details.visitor ?? details.recipient ?? texts.visitor;
  const said: Said = {
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
      return said.access_given(who, name, details.role === undefined ? '' : texts.roles[details.role]);
    case 'file_arrived':
      return said.file_arrived(count, details.linkName ?? name);
    case 'comment':
      return said.comment(count, name, who);
    case 'link_expiring':
      return said.link_expiring(name, date(details.expiresAt ?? ''));
    case 'quota':
      return said.quota(size(details.usedBytes ?? 0), size(details.quotaBytes ?? 0));
  }
}
