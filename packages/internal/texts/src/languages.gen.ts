// Generated from the names in languages/ by `pnpm run generate`.
/** Every language, with its own name and the direction of its text. */
export const languages = {
  "en": {"name":"English","direction":"ltr"},
  "de": {"name":"Deutsch","direction":"ltr"},
  "es": {"name":"Español","direction":"ltr"},
  "fr": {"name":"Français","direction":"ltr"},
  "it": {"name":"Italiano","direction":"ltr"},
  "ja": {"name":"日本語","direction":"ltr"},
  "nl": {"name":"Nederlands","direction":"ltr"},
  "pl": {"name":"Polski","direction":"ltr"},
  "pt-BR": {"name":"Português (Brasil)","direction":"ltr"},
  "zh-CN": {"name":"简体中文","direction":"ltr"},
} as const;
