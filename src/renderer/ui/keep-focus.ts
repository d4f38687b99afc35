/** Time for what changed the page, such as a dialog that closes, to set the focus itself. */
const graceMs = 60

/** The parts of a view, one of which gets the focus when the focused element in it is gone. */
const parts = 'section, form, nav, header, footer, [role=dialog], [role=region], [role=group]'

type Place = { readonly element: HTMLElement; readonly around: readonly HTMLElement[] }

/**
 * Gives the focus back where the browser drops it: to a button that was disabled while it was busy,
 * as soon as it can be used again; for an element that is gone, to the part of the view that it was
 * in. Who clicks beside everything wants nothing to have the focus.
 * @param start where a view begins
 * @returns a function that stops it
 */
export const keepFocus = (start: () => HTMLElement | null): (() => void) => {
  let last: Place | undefined
  /** What had it before a dialog took it. */
  let lastInView: Place | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = ({ target }: Event) => {
    if (!(target instanceof HTMLElement)) return
    last = { element: target, around: partsAround(target) }
    if (target.closest('main') !== null) lastInView = last
  }
  const forget = () => {
    last = undefined
    lastInView = undefined
  }
  const restore = () => {
    timer = undefined
    if (last === undefined || document.activeElement !== document.body) return
    const place = placeLeft(last) ?? (lastInView && placeLeft(lastInView))
    if (place !== 'busy') focusPlace(place ?? start())
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) timer ??= setTimeout(restore, graceMs)
  })

  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget, true)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, true)
  }
}

const partsAround = (element: HTMLElement): readonly HTMLElement[] => {
  const found: HTMLElement[] = []
  let part = element.parentElement?.closest<HTMLElement>(parts)
  while (part !== null && part !== undefined) {
    found.push(part)
    part = part.parentElement?.closest<HTMLElement>(parts)
  }
  return found
}

/** The element, or what is left around it; `busy` while it cannot be used. */
const placeLeft = ({ element, around }: Place): HTMLElement | 'busy' | undefined => {
  if (!element.isConnected) return around.find((part) => part.isConnected)
  return element.matches(':disabled') ? 'busy' : element
}

/** Also what is no stop of the tab key, as long as it has the focus. */
export const focusPlace = (place: HTMLElement | null): void => {
  if (place === null) return
  place.focus({ preventScroll: true })
  if (document.activeElement === place) return
  place.tabIndex = -1
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  place.focus({ preventScroll: true })
}
