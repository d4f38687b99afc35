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
export const useWantedFocus = (find: (index: number) => HTMLElement | null | undefined) => {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const element = find(wanted.current)
    if (element === null || element === undefined) return
    wanted.current = undefined
    element.focus({ preventScroll: true })
  })
  return wanted
}

/** The number of rows that Page Up and Page Down move. */
export const seenRows = (scroller: RefObject<HTMLElement | null>, height: number): number =>
  Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
