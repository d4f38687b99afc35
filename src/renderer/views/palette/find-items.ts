import type { LucideIcon } from 'lucide-react'
import { matchSorter, rankings } from 'match-sorter'

/** Something that the palette offers. */
export type PaletteItem = {
  readonly id: string
  /** Before its name: an icon, or the image with this CID. */
  readonly picture: LucideIcon | { readonly cid: string | null }
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
 * The items that match every typed word. Groups keep their order, so that the same letters lead to
 * the same place; in a group the better match comes first, among equals the one that was used last.
 * @param used ids of items, the newest first
 */
export const findItems = (
  groups: readonly PaletteGroup[],
  query: string,
  used: readonly string[] = [],
): readonly FoundGroup[] => {
  const words = query.split(/\s+/u).filter(Boolean)
  return groups
    .filter(({ isFirst }) => words.length > 0 || isFirst === true)
    .map(({ title, items }) => {
      const found = words.reduceRight<readonly PaletteItem[]>(
        (left, word) => matching(left, word, used),
        items,
      )
      const most = words.length === 0 ? found.length : mostOfGroup
      return { title, items: found.slice(0, most), left: Math.max(0, found.length - most) }
    })
    .filter(({ items }) => items.length > 0)
}

/** A name may leave letters of it out; an ID or a path holds what was typed as it is. */
const keys = [
  'label',
  { key: 'hint', threshold: rankings.CONTAINS },
  { key: 'keywords', threshold: rankings.CONTAINS },
] as const

const matching = (
  items: readonly PaletteItem[],
  word: string,
  used: readonly string[],
): readonly PaletteItem[] =>
  matchSorter(items, word, {
    keys,
    baseSort: (left, right) =>
      lastUse(used, left.item.id) - lastUse(used, right.item.id) || left.index - right.index,
  })

const lastUse = (used: readonly string[], id: string): number => {
  const place = used.indexOf(id)
  return place === -1 ? used.length : place
}

/** What was used last, of all groups, as a group of its own. */
export const recentItems = (
  groups: readonly PaletteGroup[],
  used: readonly string[],
): readonly PaletteItem[] => {
  const items = new Map(groups.flatMap((group) => group.items.map((item) => [item.id, item])))
  return used.flatMap((id) => items.get(id) ?? [])
}
