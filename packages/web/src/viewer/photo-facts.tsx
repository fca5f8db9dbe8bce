import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasInlineUrl, itemSource } from '../api/content.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { shownName } from '../ui/shown-name.ts';
import { readPhotoData } from './photo-data.ts';

/** What the camera wrote into an image: read at once in the viewer, which has the URL, and otherwise when the user asks. */
export default function PhotoFacts({ item }: { readonly item: Item }) {
  const {
    viewer: { photo },
    app,
  } = useMessages();
  const { moment } = useFormats();
  const [isWanted, setIsWanted] = useState(() => hasInlineUrl(item));
  const { data, error } = useQuery({
    queryKey: ['photo', item.id, item.sha256] as const,
    queryFn: ({ signal }) => readPhotoData(itemSource(item), signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  if (!isWanted)
    return (
      <Button type="button" className="mt-4 w-full" onClick={() => setIsWanted(true)}>
        {photo.show}
      </Button>
    );
  if (error !== null) return null;
  if (data === undefined) return <p className="mt-4 text-sm text-muted">{app.loading}</p>;
  const facts = [
    [photo.taken, data.takenAt && moment(data.takenAt.toISOString())],
    [photo.camera, data.camera],
    [photo.lens, data.lens],
    [photo.exposure, data.exposure],
    [photo.size, data.dimensions],
    [photo.place, data.place],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  if (facts.length === 0) return <p className="mt-4 text-sm text-muted">{photo.none}</p>;
  return (
    <dl className="mt-4 space-y-3 border-t border-line pt-4 text-sm">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{shownName(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
