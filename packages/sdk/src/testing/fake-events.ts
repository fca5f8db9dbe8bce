import type { EventData, EventOrigin } from '../api.gen.ts';
import type { DriveEvent, EventType } from '../events/drive-event.ts';
import type { FakeTree, Node } from './fake-tree.ts';

/** What happens to an item. */
type Happening = 'created' | 'replaced' | 'updated' | 'trashed' | 'restored' | 'deleted';
type Update = Pick<EventData['file.updated'], 'changed' | 'previous'>;

/** The events that the server would publish. */
export class FakeEvents {
  readonly all: DriveEvent[] = [];
  readonly #tree: FakeTree;
  readonly #now: () => Date;
  readonly #origin: EventOrigin;

  constructor(tree: FakeTree, now: () => Date, keyId: string) {
    this.#tree = tree;
    this.#now = now;
    this.#origin = { kind: 'api_key', id: keyId };
  }

  publish<Type extends EventType>(type: Type, data: EventData[Type]): void {
    const created = Math.floor(this.#now().getTime() / 1000);
    this.all.push({ id: `evt_${crypto.randomUUID()}`, type, created, data } as unknown as DriveEvent);
  }

  item(happening: Happening, node: Node, update?: Update): void {
    const { id, type, name, parentId, content, metadata, tags } = node;
    const shared = {
      path: this.#tree.textPathOf(node),
      origin: this.#origin,
      occurred_at: this.#now().toISOString(),
      ...update,
    };
    const data =
      type === 'folder'
        ? { folder_id: id, folder_name: name, parent_id: parentId, ...shared }
        : {
            file_id: id,
            file_name: name,
            folder_id: parentId,
            file_size: content?.bytes.length ?? 0,
            mime_type: content?.mimeType ?? '',
            sha256: content?.sha256 ?? null,
            version: content?.version ?? 1,
            metadata: { ...metadata },
            tags: [...tags],
            ...shared,
          };
    this.publish(`${type}.${happening}` as 'file.created', data as EventData['file.created']);
  }
}
