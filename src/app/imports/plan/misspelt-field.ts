/** Spellings that were seen on chain (pool.pm issues 15 and 61), and the field that each means. */
const meant: ReadonlyMap<string, string> = new Map([
  ['mediatype', 'mediaType'],
  ['mimetype', 'mediaType'],
  ['image', 'image'],
  ['imageurl', 'image'],
  ['location', 'image'],
  ['file', 'files'],
  ['files', 'files'],
])

/** The field of CIP-25 that an attribute of this name is taken for; undefined for any other. */
export const misspeltField = (key: string): string | undefined => {
  const field = meant.get(key.toLowerCase().replaceAll(/[\s_-]/gu, ''))
  // The field itself is another issue: no attribute may take its name.
  return field === key ? undefined : field
}
