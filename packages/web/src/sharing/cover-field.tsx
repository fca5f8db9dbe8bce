import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { client, reachableUrl, serverUrl } from '../api/client.ts';
import { sharesKey, type ShareFieldProps } from '../api/shares.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { shownName } from '../ui/shown-name.ts';

const mostImages = 50;

/** The images of a link to several files; none if the link has a password, is over or is off. */
async function listSharedImages(token: string, signal: AbortSignal): Promise<Item[]> {
  const query = `sort=name&limit=${mostImages}`;
  const response = await fetch(`${serverUrl}/api/public/share/${encodeURIComponent(token)}/files?${query}`, { signal });
  if ([401, 404, 410].includes(response.status)) return [];
  if (!response.ok) throw new Error(`${response.status}`);
  const { files } = (await response.json()) as { files: Item[] };
  return files.filter(({ contentKind }) => contentKind === 'image');
}

const tileClass =
  'grid size-20 cursor-pointer place-items-center overflow-hidden rounded-lg border border-line bg-page p-1 text-center text-dense outline-offset-2 outline-accent has-checked:outline-2 has-focus-visible:outline-2';

/** The image of a shared folder, or of several files, that stands for them, on its page and where the link is shown. */
export default function CoverField({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { itemId, shareToken: token, coverItemId } = share;
  const { data = [], isSuccess } = useQuery({
    queryKey: [...sharesKey, 'one', token, 'images'],
    queryFn: async ({ signal }) => {
      const page = { limit: mostImages, sort: 'name' } as const;
      // Several files are in no folder of their own. Listing a link, unlike opening it, is no visit.
      if (itemId === null) return listSharedImages(token, signal);
      return (await client.files.list({ ...page, contentKind: 'image', parentId: itemId }, { signal })).items;
    },
  });
  // The cover may be in a folder below.
  const isElsewhere = isSuccess && coverItemId !== null && data.every(({ id }) => id !== coverItemId);
  const { data: cover } = useQuery({
    queryKey: [...sharesKey, 'one', token, 'cover', coverItemId],
    queryFn: ({ signal }) => client.files.get(coverItemId ?? '', { signal }).then((item) => item),
    enabled: isElsewhere,
  });
  const images = [...(isElsewhere && cover !== undefined ? [cover] : []), ...data].filter(
    ({ previewUrl }) => previewUrl !== null,
  );
  if (images.length === 0 && coverItemId === null) return null;
  const set = (id: string | null): void =>
    save({ expected: { coverItemId: id }, run: () => client.links.update(token, { coverItemId: id }) });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-dense font-semibold">{texts.cover}</legend>
      <div className="flex max-h-48 flex-wrap gap-2 overflow-y-auto p-1">
        <label className={tileClass}>
          <input
            type="radio"
            name="cover"
            className="sr-only"
            checked={coverItemId === null}
            onChange={() => set(null)}
          />
          {texts.coverFirst}
        </label>
        {images.map(({ id, name, previewUrl }) => (
          <label key={id} className={`${tileClass} p-0!`}>
            <input
              type="radio"
              name="cover"
              className="sr-only"
              aria-label={shownName(name)}
              checked={coverItemId === id}
              onChange={() => set(id)}
            />
            <img src={reachableUrl(previewUrl ?? '')} alt="" loading="lazy" className="size-full object-cover" />
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-small text-muted">{texts.coverHint}</p>
    </fieldset>
  );
}
