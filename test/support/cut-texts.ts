import type { Page } from 'playwright-core'

/** Words of the interface itself, which fit their places; names that users give may be cut. */
const places = [
  'nav',
  'button',
  'a',
  'label',
  'legend',
  'dt',
  'th',
  'h1',
  'h2',
  'h3',
  '[role="tab"]',
  '[role="columnheader"]',
  '[role="status"]',
  // status badges
  '[data-tone]',
].join()

/**
 * The texts of the page that are wider than what shows them, so that a person reads only their
 * start. What can be scrolled to is not cut, nor what is for a screen reader alone.
 * @param names - given by the user: they may be cut
 */
export const cutTexts = (page: Page, names: readonly string[] = []): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const cut = new Set()
    // The head of what opens below it, such as an entry of the log, may be long: the rest shows then.
    const opens = '[aria-expanded="false"]:not([aria-haspopup], [aria-controls])'
    // A name in a list, such as a token's, may be cut: its title has the whole.
    const isListedName = ({ data, parentElement: { title } }) => title === data
    const names = ${JSON.stringify(names)}
    const isGivenName = ({ data }) => names.some((name) => data.includes(name))
    const isCut = (node, box) => {
      if (isGivenName(node)) return false
      if (node.parentElement.closest('[role="listitem"]') !== null && isListedName(node)) return false
      if (node.parentElement.closest(opens) !== null) return false
      for (let element = node.parentElement; element !== null; element = element.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(element)
        if (overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') return false
        if (overflowX === 'visible') continue
        const edge = element.getBoundingClientRect()
        if (edge.width <= 1) return false
        if (box.right > edge.right + 1 || box.left < edge.left - 1) return true
      }
      return box.right > innerWidth + 1
    }
    for (const place of document.querySelectorAll(${JSON.stringify(places)})) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.data.trim() === '') continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        // The link that skips the navigation lies beside the page until it has the focus.
        if (box.width > 0 && box.right > 0 && isCut(node, box)) cut.add(node.data)
      }
    }
    return [...cut]
  })()`)

/** The texts of the page that have so little room that each of their lines holds a few letters. */
export const squeezedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const squeezed = new Set()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      if (lines > 3 && node.data.trim().length / lines < 6) squeezed.add(node.data)
    }
    return [...squeezed]
  })()`)

/**
 * The texts of the page that an edge cuts without saying so: of a cut text the reader sees an ellipsis
 * and finds the whole in a title, a tooltip or the row that it is the head of. What can be scrolled
 * to is not cut, nor what is for a screen reader alone.
 */
export const clippedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const clipped = new Set()
    const slack = 1.5
    // The head of what opens below it, such as an entry of the log: the rest shows then.
    const opens = '[aria-expanded="false"]:not([aria-haspopup], [aria-controls])'
    const hasEllipsis = (element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const hasWhole = (node) => {
      if (node.parentElement.closest(opens) !== null) return true
      for (let element = node.parentElement; element !== null; element = element.parentElement)
        for (const name of ['title', 'aria-label', 'data-full'])
          if (element.getAttribute(name)?.includes(node.data.trim())) return true
      return false
    }
    const isClipped = (node, box) => {
      let isShortened = false
      for (let element = node.parentElement; element !== null; element = element.parentElement) {
        const { overflowX, overflowY, clipPath, visibility, opacity } = getComputedStyle(element)
        if (clipPath !== 'none' || visibility === 'hidden' || opacity === '0') return false
        isShortened ||= hasEllipsis(element)
        const edge = element.getBoundingClientRect()
        // What is folded shows nothing.
        if (overflowX !== 'visible' && (edge.width <= 1 || edge.height <= 1)) return false
        if (overflowX === 'auto' || overflowX === 'scroll') return false
        const isCutAcross =
          overflowX !== 'visible' && (box.right > edge.right + slack || box.left < edge.left - slack)
        if (isCutAcross) return !(isShortened && hasWhole(node))
        if (overflowY === 'auto' || overflowY === 'scroll') return false
        // The height of a line reaches beyond its letters.
        const isCutBelow = overflowY !== 'visible' && box.bottom > edge.bottom + box.height / 4
        if (isCutBelow) return !(isShortened && hasWhole(node))
      }
      return box.right > innerWidth + slack
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.data.trim() === '' || node.parentElement.closest('script, style, svg, option') !== null) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      // The link that skips the navigation lies beside the page until it has the focus.
      if (box.width > 0 && box.right > 0 && isClipped(node, box)) clipped.add(node.data.trim())
    }
    return [...clipped]
  })()`)
