/**
 * The tag in the attribute's own spelling, which is the header of its column too. Undefined: the
 * name is empty or has blanks. A tag with blanks is none inside a text, so none is proposed.
 */
export const tagFor = (name: string): string | undefined => {
  const word = name.trim()
  return /^[^<>\s]+$/u.test(word) ? `<${word}>` : undefined
}
