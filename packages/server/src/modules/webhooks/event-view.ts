import { matchesEvent } from '@drive/contract';
import type { DriveEvent, EventPlace } from '../../platform/events/index.ts';

/** What a receiver wants to see. */
export interface EventFilter {
  /** Types and patterns. */
  readonly events: readonly string[];
  /** items.id; null: events of any place, and those without one. */
  readonly folderId: string | null;
  /** items.id of the folder beyond which the receiver sees nothing; null: it sees everything. */
  readonly rootId: string | null;
}

type Place = Pick<DriveEvent, 'type' | 'place'>;

/** The type under which a receiver gets an event; undefined: it does not get it. */
export function seenType({ type, place }: Place, { events, folderId, rootId }: EventFilter): string | undefined {
  if (folderId !== null && !isIn(folderId, place) && !wasIn(folderId, place)) return undefined;
  const seen = rootId === null ? type : typeFrom(rootId, { type, place });
  return seen !== undefined && matchesEvent(events, seen) ? seen : undefined;
}

/** From within a folder, an item that is moved out is deleted, and one that is moved in is created. */
function typeFrom(rootId: string, { type, place }: Place): string | undefined {
  const [is, was] = [isIn(rootId, place), wasIn(rootId, place)];
  if (!is && !was) return undefined;
  const kind = type.startsWith('folder.') ? 'folder' : 'file';
  if (place?.formerFolderIds === null || is === was) return type;
  return `${kind}.${is ? 'created' : 'deleted'}`;
}

const isIn = (folderId: string, place: EventPlace | null): boolean => place?.folderIds.includes(folderId) === true;
const wasIn = (folderId: string, place: EventPlace | null): boolean =>
  place?.formerFolderIds?.includes(folderId) === true;

interface PlaceFields {
  folder_id?: string | null;
  parent_id?: string | null;
  path?: string;
  changed?: unknown;
  previous?: { name?: string; parent_id?: string | null; path?: string };
}

/** The event as the receiver sees it: with paths and folders relative to its root. Only for events that it gets. */
export function eventFrom(
  rootId: string | null,
  event: DriveEvent,
): Omit<DriveEvent, 'type'> & { readonly type: string } {
  const { place } = event;
  if (rootId === null || place === null) return event;
  const type = typeFrom(rootId, event) ?? event.type;
  const { previous, changed, ...now } = event.data as PlaceFields;
  const former = place.formerFolderIds ?? place.folderIds;
  if (!isIn(rootId, place)) {
    // Where it is now lies outside.
    const isFolder = type.startsWith('folder.');
    const parentId = former.at(-1) ?? null;
    const name = previous?.name === undefined ? {} : { [isFolder ? 'folder_name' : 'file_name']: previous.name };
    const before = {
      ...now,
      ...name,
      [isFolder ? 'parent_id' : 'folder_id']: parentId,
      path: previous?.path ?? now.path ?? '/',
    };
    return { ...event, type, data: relative(rootId, before, former) as never };
  }
  const data = relative(rootId, now, place.folderIds);
  if (type !== event.type || previous === undefined) return { ...event, type, data: data as never };
  return { ...event, type, data: { ...data, changed, previous: relative(rootId, previous, former) } as never };
}

function relative<Fields extends PlaceFields>(rootId: string, fields: Fields, folderIds: readonly string[]): Fields {
  const above = folderIds.indexOf(rootId) + 1;
  const own = (id: string | null): string | null => (id === rootId ? null : id);
  return {
    ...fields,
    ...(fields.folder_id === undefined ? {} : { folder_id: own(fields.folder_id) }),
    ...(fields.parent_id === undefined ? {} : { parent_id: own(fields.parent_id) }),
    ...(fields.path === undefined
      ? {}
      : {
          path: `/${fields.path
            .split('/')
            .slice(above + 1)
            .join('/')}`,
        }),
  };
}
