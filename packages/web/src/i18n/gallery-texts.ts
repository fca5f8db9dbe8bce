import type { AppTexts, Message } from '@drive/texts';
import all from 'virtual:texts/all/gallery';

/** Texts without values. The script of share pages loads no program that formats others. */
type GalleryTexts = Omit<AppTexts['gallery'], 'place'> & { readonly place: Message };

/** Texts of the gallery on share pages, whose script loads no other texts. */
export function galleryTexts(language: string): AppTexts['gallery'] {
  const texts = (all[language.split('-')[0] ?? ''] ?? all['en']) as unknown as GalleryTexts;
  const parts = typeof texts.place === 'string' ? [texts.place] : texts.place;
  const place = (values: Readonly<Record<'index' | 'count', number>>): string =>
    parts.map((part) => (typeof part === 'string' ? part : values[part[0] as keyof typeof values])).join('');
  return { ...texts, place };
}
