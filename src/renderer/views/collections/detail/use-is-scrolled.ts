import { type UIEvent, useState } from 'react'
import { useCollection } from '#renderer/stores/collection.ts'

/**
 * Pixels. A list that scrolls by less than the facts are high would fit without them, scroll back
 * to its start and show them again.
 */
const factsHeight = 160

/**
 * Whether the tokens are scrolled. Another part, layout or filter shows the facts again, because
 * its list may start at the top.
 */
export const useIsScrolled = (part: string | undefined) => {
  const { layout, filter } = useCollection()
  const shown = { part, layout, filter }
  const [scrolled, setScrolled] = useState<typeof shown>()
  return {
    isScrolled:
      scrolled !== undefined &&
      scrolled.part === part &&
      scrolled.layout === layout &&
      scrolled.filter === filter,
    /** For the capture phase: scrolling does not bubble. */
    onScroll: ({ target }: UIEvent) => {
      if (!(target instanceof Element) || !target.matches('[role=list], [role=rowgroup]')) return
      const { scrollTop, scrollHeight, clientHeight } = target
      if (scrollTop <= 0) setScrolled(undefined)
      else if (scrollHeight - clientHeight > factsHeight) setScrolled(shown)
    },
  }
}
