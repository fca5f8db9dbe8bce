import type { AppTexts, Message } from '@drive/texts';
import all from 'virtual:texts/all/gallery';

/** Texts without values, and numbers in a text. The script of share pages loads no program that formats others. */
type WithNumbers = 'page' | 'place';
type GalleryTexts = Omit<AppTexts['gallery'], WithNumbers> & Readonly<Record<WithNumbers, Message>>;

/** Texts of the gallery on share pages, whose script loads no other texts. */
export function galleryTexts(language: string): AppTexts['gallery'] {
  const texts = (all[language.split('-')[0] ?? ''] ?? all['en']) as unknown as GalleryTexts;
  return { ...texts, page: filled(texts.page), place: filled(texts.place) };
}

function filled(message: Message): (values: Readonly<Record<string, number>>) => string {
  const parts = typeof message === 'string' ? [message] : message;
  return (values) => parts.map((part) => (typeof part === 'string' ? part : values[part[0]])).join('');
}
