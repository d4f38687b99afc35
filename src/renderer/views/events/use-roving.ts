import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { DayRow } from './day-rows.ts'

/**
 * One tab stop for a long list; arrow keys move between items. The target may not be rendered yet,
 * so it gets the focus once it is.
 */
export const useRoving = (
  lines: readonly DayRow<unknown>[],
  scroller: RefObject<HTMLElement | null>,
  show: (index: number) => void,
) => {
  const [active, setActive] = useState<string>()
  const wanted = useRef<number>(undefined)
  const first = lines.findIndex(({ kind }) => kind === 'item')
  const found = active === undefined ? -1 : lines.findIndex(({ key }) => key === active)
  const current = found === -1 ? first : found

  useEffect(() => {
    if (wanted.current === undefined) return
    const button = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"] button`,
    )
    if (button === null || button === undefined) return
    wanted.current = undefined
    button.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(event.key, lines, current)
    const listRow = to === undefined ? undefined : lines[to]
    if (to === undefined || listRow === undefined) return
    event.preventDefault()
    wanted.current = to
    setActive(listRow.key)
    show(to)
  }
  return {
    onKeyDown,
    onFocus: (index: number) => setActive(lines[index]?.key),
    tabIndexOf: (index: number) => (index === current ? 0 : -1),
  }
}

/** The item that a key leads to; headings are skipped. */
const target = (
  key: string,
  lines: readonly DayRow<unknown>[],
  current: number,
): number | undefined => {
  const isItem = ({ kind }: DayRow<unknown>) => kind === 'item'
  switch (key) {
    case 'ArrowDown': {
      const next = lines.findIndex((listRow, index) => index > current && isItem(listRow))
      return next === -1 ? undefined : next
    }
    case 'ArrowUp': {
      const previous = lines.findLastIndex((listRow, index) => index < current && isItem(listRow))
      return previous === -1 ? undefined : previous
    }
    case 'Home':
      return lines.findIndex(isItem)
    case 'End':
      return lines.findLastIndex(isItem)
    default:
      return undefined
  }
}
