/** Something that the palette offers. */
export type PaletteItem = {
  readonly id: string
  readonly label: string
  /** A second line, such as where it is. */
  readonly hint?: string
  /** Text that is searched and not shown, such as an ID. */
  readonly keywords?: string
  /** Keys that do the same. */
  readonly keys?: string
  readonly run: () => void
}
export type PaletteGroup = {
  readonly title: string
  readonly items: readonly PaletteItem[]
  /** Shown before anything is typed. */
  readonly isFirst?: boolean
}
export type FoundGroup = {
  readonly title: string
  readonly items: readonly PaletteItem[]
  /** Matches that are not in `items`. */
  readonly left: number
}

/** Rows of one group: all groups fit into one look. */
const mostOfGroup = 7

/**
 * The items that contain every typed word; those whose name starts with the text come first. Groups
 * keep their order, so that the same letters lead to the same place.
 */
export const findItems = (
  groups: readonly PaletteGroup[],
  query: string,
): readonly FoundGroup[] => {
  const typed = query.trim().toLowerCase()
  const words = typed.split(/\s+/u).filter(Boolean)
  return groups
    .filter(({ isFirst }) => words.length > 0 || isFirst === true)
    .map(({ title, items }) => {
      const found = items.filter((item) => words.every((word) => searchedText(item).includes(word)))
      const starting = found.filter(({ label }) => label.toLowerCase().startsWith(typed))
      const ordered = [...new Set([...starting, ...found])]
      const most = words.length === 0 ? found.length : mostOfGroup
      return { title, items: ordered.slice(0, most), left: Math.max(0, found.length - most) }
    })
    .filter(({ items }) => items.length > 0)
}

const searchedText = ({ label, hint = '', keywords = '' }: PaletteItem): string =>
  `${label}\n${hint}\n${keywords}`.toLowerCase()
