/** Folders of programs and of kinds of files, which say nothing about a collection. */
const workFolders: ReadonlySet<string> = new Set([
  'assets',
  'build',
  'data',
  'generated',
  'image',
  'images',
  'img',
  'json',
  'media',
  'metadata',
  'output',
])

/** The name of the first folder from the end of a path that a person chose. */
export const namingFolder = (folder: string): string => {
  const parts = folder.split(/[/\\]+/u).filter((part) => part !== '')
  return (
    parts.findLast((part) => !workFolders.has(part.toLowerCase().replace(/^_/u, ''))) ??
    parts.at(-1) ??
    ''
  )
}

/** `/art/pressed-herbarium/build` is "Pressed Herbarium". */
export const nameOfFolder = (folder: string): string => writtenName(namingFolder(folder))

/** What all names have before their number: "Mutant Planet" of "Mutant Planet #1" and so on. */
export const nameInCommon = (names: readonly string[]): string | undefined => {
  const [first = '', ...others] = names.map(withoutNumber)
  const isName = others.length > 0 && /\p{L}{2}/u.test(first)
  return isName && others.every((name) => name === first) ? writtenName(first) : undefined
}

/** `Bean #0007` is `Bean`. */
export const withoutNumber = (name: string): string => name.replace(/[\s#№_-]*\d+\s*$/u, '')

const writtenName = (text: string): string => {
  const words = text.replaceAll(/[\s_-]+/gu, ' ').trim()
  return words === words.toLowerCase()
    ? words.replaceAll(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
    : words
}
