import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'

/** Keeps the focused item in the document, however far it is scrolled away. */
export const withActive =
  (active: number) =>
  (range: Range): number[] => {
    const seen = defaultRangeExtractor(range)
    if (active < 0 || active >= range.count || seen.includes(active)) return seen
    return [...seen, active].toSorted((a, b) => a - b)
  }

/** Focuses the item that a key led to, as soon as it is rendered. */
export const useWantedFocus = (
  wanted: RefObject<number | undefined>,
  find: (index: number) => HTMLElement | null | undefined,
): void =>
  useEffect(() => {
    if (wanted.current === undefined) return
    const element = find(wanted.current)
    if (element === null || element === undefined) return
    wanted.current = undefined
    element.focus({ preventScroll: true })
  })

/**
 * Moves the focus to the neighbour of an item that is gone, where nothing else has it: the one that
 * took its place, or the last.
 * @returns a function for the item that gets the focus
 */
export const useNeighbourFocus = <T>(
  items: readonly T[],
  itemKey: (item: T) => string,
  wanted: RefObject<number | undefined>,
): ((item: T, index: number) => void) => {
  const last = useRef<{ readonly key: string; readonly index: number }>(undefined)
  useEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return
    const { key, index } = last.current
    if (items.length === 0 || items.some((item) => itemKey(item) === key)) return
    last.current = undefined
    wanted.current = Math.min(index, items.length - 1)
  })
  return (item, index) => {
    last.current = { key: itemKey(item), index }
  }
}

/** The number of rows that Page Up and Page Down move. */
export const seenRows = (scroller: RefObject<HTMLElement | null>, height: number): number =>
  Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
