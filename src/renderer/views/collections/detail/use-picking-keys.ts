import { useWindowEvent } from '@mantine/hooks'
import type { TokenRow } from '#contract/collections/calls.ts'
import { usePicking } from '#renderer/stores/picking.ts'

/** Elements that use the keys themselves. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Ctrl+A picks all shown tokens; Escape ends picking. */
export const usePickingKeys = (shown: readonly TokenRow[]): void => {
  useWindowEvent('keydown', (event) => {
    const isElsewhere =
      event.defaultPrevented ||
      (event.target instanceof Element && event.target.closest(ownKeys) !== null) ||
      document.querySelector('[role="dialog"]') !== null
    if (isElsewhere) return
    const { isPicking, pick, pickAll } = usePicking.getState()
    const isAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'a'
    if (isAll && shown.length > 0) {
      event.preventDefault()
      pickAll(shown.map(({ id }) => id))
    } else if (event.key === 'Escape' && isPicking) pick(false)
  })
}
