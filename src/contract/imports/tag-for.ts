import { tagPattern } from '../fields.ts'

/**
 * The tag in the attribute's own spelling, which is the header of its column too. Undefined: the
 * name is empty or has blanks, and a tag is one word without angle brackets.
 */
export const tagFor = (name: string): string | undefined => {
  const tag = `<${name.trim()}>`
  return tagPattern.test(tag) ? tag : undefined
}
