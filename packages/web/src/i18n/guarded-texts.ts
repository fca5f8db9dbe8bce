import { withoutTurns } from '@drive/contract/text-direction';

const guarded = new WeakMap<object, object>();

/**
 * The same texts, into which no name brings marks that change the direction of text: the rest of a sentence or of a
 * label would be shown backwards.
 */
export function guardTexts<Texts extends object>(texts: Texts): Texts {
  const known = guarded.get(texts);
  if (known !== undefined) return known as Texts;
  const made = new Proxy(texts, {
    // Read from the texts themselves: those of an area are a getter that waits until they are loaded.
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return (typeof value === 'object' && value !== null) || typeof value === 'function' ? guardTexts(value) : value;
    },
    apply: (target, _self, values: unknown[]) =>
      (target as unknown as (...all: unknown[]) => unknown)(
        ...values.map((value) => (typeof value === 'string' ? withoutTurns(value) : value)),
      ),
  });
  guarded.set(texts, made);
  return made;
}
