/** A text as one word of a POSIX shell, in quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A word that a shell takes as it is, for a command to be pasted. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/u.test(word) ? word : shellQuoted(word)
