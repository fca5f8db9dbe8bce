// Generated from the names in languages/ by `pnpm run generate`.
/** Every language, with its own name and the direction of its text. */
export const languages = {
  "en": {"name":"English","direction":"ltr"},
  "de": {"name":"Deutsch","direction":"ltr"},
} as const;
