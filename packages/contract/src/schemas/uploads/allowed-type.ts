import { limits } from '../../limits.ts';
import { text } from '../primitives.ts';

/** Syntax of the HTML `accept` attribute: `.pdf`, `application/pdf`, `image/*`. */
export const AllowedType = text(limits.allowedTypeCharacters, (raw) => raw.trim().toLowerCase())
  .regex(
    /^(\.[^\s./\\,;]+(\.[^\s./\\,;]+)*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/u,
    'must be like .pdf, application/pdf or image/*',
  )
  .meta({ examples: ['.pdf', 'image/*'], pattern: undefined, maxLength: limits.allowedTypeCharacters });
