/** Help text of commands that accept patterns. */
export const PATTERN_HELP = `
PATH is a remote path, an id, or a pattern: * ? [a-z] [!a-z] {a,b}, and ** for any depth of folders. Quote patterns. A path
that exists exactly as written takes precedence over what it would match; a backslash quotes the next character. As in a
shell, wildcards do not match a leading dot. Names are case-sensitive.`;
