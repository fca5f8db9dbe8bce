import { imageUrl, srcSet, type ImageTransform } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemQuery } from '../api/content.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { CopyField } from '../ui/copy-field.tsx';

const widths = [256, 640, 1200, 1920, 3840];
const formats = ['auto', 'webp', 'avif', 'jpeg', 'png'] as const satisfies readonly ImageTransform['format'][];
type Format = (typeof formats)[number];

interface PublicUrlProps {
  readonly itemId: string;
  readonly publicUrl: string | null;
}

/** The URL of a public file for pages of other sites; of an image in the size and format that they need. */
export default function PublicUrl({ itemId, publicUrl }: PublicUrlProps) {
  const { publicUrl: texts } = useMessages().sharing;
  const { data: item } = useQuery({ ...itemQuery(itemId), enabled: publicUrl !== null });
  return (
    <section aria-label={texts.title}>
      <h3 className="text-body font-semibold">{texts.title}</h3>
      <p className="mt-1 mb-3 text-sm text-muted">{publicUrl === null ? texts.none : texts.hint}</p>
      {publicUrl !== null &&
        (item?.contentKind === 'image' ? (
          <ImageUrl publicUrl={publicUrl} name={item.name} />
        ) : (
          <CopyField isLabelHidden label={texts.title} value={publicUrl} />
        ))}
    </section>
  );
}

/** Text of an attribute of HTML. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function ImageUrl({ publicUrl, name }: { readonly publicUrl: string; readonly name: string }) {
  const { publicUrl: texts } = useMessages().sharing;
  const [width, setWidth] = useState('');
  const [format, setFormat] = useState<Format>('auto');
  const isChanged = width !== '' || format !== 'auto';
  const transform = { ...(width === '' ? {} : { width: Number(width) }), ...(isChanged ? { format } : {}) };
  const url = isChanged ? imageUrl(publicUrl, transform) : publicUrl;
  const sources = srcSet(publicUrl, { format });
  const html = `<img src="${escaped(url)}" srcset="${escaped(sources)}" sizes="100vw" alt="${escaped(name)}">`;
  return (
    <div className="space-y-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.width}
          value={width}
          options={[
            ['', texts.original],
            ...widths.map((each) => [String(each), texts.pixels({ width: each })] as const),
          ]}
          onChange={({ target }) => setWidth(target.value)}
        />
        <SelectField
          label={texts.format}
          value={format}
          options={formats.map((each) => [each, texts.formats[each]])}
          onChange={({ target }) => setFormat(target.value as Format)}
        />
      </div>
      <CopyField label={texts.url} value={url} />
      <CopyField label={texts.html} value={html} />
    </div>
  );
}
