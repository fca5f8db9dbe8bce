import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Message, Part } from '../format.ts';

/** How a text uses a value: `select` has a text for each value, with those keys. */
export type Argument = 'text' | 'number' | `select ${string}`;

/** A text of a file that cannot be used, and why. */
export class MessageError extends Error {}

export interface CompiledMessage {
  readonly message: Message;
  readonly args: ReadonlyMap<string, Argument>;
  /** The keys of each plural of the text. */
  readonly plurals: readonly (readonly string[])[];
}

/** Compiles a text in ICU MessageFormat: values, numbers, plurals and selections. */
export function compileMessage(text: string): CompiledMessage {
  const args = new Map<string, Argument>();
  const plurals: (readonly string[])[] = [];
  const note = (name: string, argument: Argument): void => {
    const known = args.get(name);
    if (known !== undefined && known !== argument)
      throw new MessageError(`{${name}} is used as ${known} and as ${argument}`);
    args.set(name, argument);
  };
  const compile = (elements: readonly MessageFormatElement[], counted: string | undefined): Message => {
    const parts = elements.map((element): Part => {
      switch (element.type) {
        case TYPE.literal:
          return element.value;
        case TYPE.argument:
          note(element.value, 'text');
          return [element.value];
        case TYPE.number:
          if (element.style !== undefined && element.style !== null)
            throw new MessageError(`{${element.value}, number} takes no style`);
          note(element.value, 'number');
          return [element.value];
        case TYPE.pound:
          return [counted ?? ''];
        case TYPE.plural: {
          if (element.pluralType !== 'cardinal' || element.offset !== 0)
            throw new MessageError('only plain plurals are supported: no selectordinal and no offset');
          note(element.value, 'number');
          plurals.push(Object.keys(element.options));
          return [element.value, optionsOf(element.options, element.value)];
        }
        case TYPE.select:
          note(element.value, `select ${Object.keys(element.options).toSorted().join(' ')}`);
          return [element.value, optionsOf(element.options, counted)];
        default:
          throw new MessageError('only values, numbers, plurals and selections are supported');
      }
    });
    return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
  };
  const optionsOf = (
    options: Readonly<Record<string, { readonly value: MessageFormatElement[] }>>,
    counted: string | undefined,
  ): Record<string, Message> =>
    Object.fromEntries(Object.entries(options).map(([key, { value }]) => [key, compile(value, counted)]));
  return { message: compile(parsed(text), undefined), args, plurals };
}

function parsed(text: string): MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true, requiresOtherClause: true });
  } catch (error) {
    throw new MessageError(`is no ICU message: ${error instanceof Error ? error.message : String(error)}`);
  }
}
