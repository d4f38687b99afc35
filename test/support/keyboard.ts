import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { uiTimeout } from './window-actions.ts'

/** One place where the tab key stops. */
const stop = z.object({
  /** The same for the same element, as long as the page stands. */
  id: z.int(),
  name: z.string(),
  inDialog: z.boolean(),
  inMain: z.boolean(),
  /** What shows that it has the focus; empty: nothing does. */
  shownBy: z.string(),
})
export type Stop = z.output<typeof stop>

/**
 * Describes what has the focus. Hidden inputs of switches, check boxes and segments show it on what
 * stands for them, so the outline may be on the next element or around the two.
 */
const describe = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  const ids = (globalThis.stopIds ??= new WeakMap())
  if (!ids.has(element)) ids.set(element, (globalThis.lastStop = (globalThis.lastStop ?? 0) + 1))
  const outlined = (one, part) => {
    if (one === null || one === undefined) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one, part)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\\)$/.test(outlineColor)
  }
  const isUnseen = getComputedStyle(element).opacity === '0' || element.getBoundingClientRect().width < 3
  const shownBy = !isUnseen && outlined(element) ? 'its outline'
    : outlined(element, '::after') ? 'the outline of what it lies over'
    : isUnseen && [element.nextElementSibling, element.parentElement].some((one) => outlined(one)) ? 'an outline beside it'
    : ''
  const label = element.labels?.[0]?.textContent
  const name = element.getAttribute('aria-label') ?? label ?? element.textContent?.slice(0, 60) ?? ''
  return {
    id: ids.get(element),
    name: element.tagName.toLowerCase() + ' ' + name.trim(),
    inDialog: element.closest('[role=dialog]') !== null,
    inMain: element.closest('main') !== null,
    shownBy,
  }
})()`

export const focused = async (page: Page): Promise<Stop | null> =>
  stop.nullable().parse(await page.evaluate(describe))

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).count()) === 1

/** Presses Tab from the start of the page, or of the dialog, until it comes round. */
export const tabStops = async (page: Page, most = 120): Promise<readonly Stop[]> => {
  const stops: Stop[] = []
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab')
    const here = await focused(page)
    if (here === null || stops[0]?.id === here.id) return stops
    stops.push(here)
  }
  throw new Error(`Tab does not come round: ${stops.map(({ name }) => name).join(', ')}`)
}

/** Puts the focus before everything else, as in a page that was just loaded. */
export const toStart = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    // It stays until the focus goes on: where nothing has the focus, the app gives it back after a moment.
    const place = document.createElement('span')
    place.tabIndex = -1
    document.body.prepend(place)
    place.addEventListener('blur', () => place.remove(), { once: true })
    place.focus()
  })()`)

/** A button that was busy has the focus again once it can be used. */
const focusKept = async (page: Page): Promise<Stop | null> => {
  await page
    .locator(':focus')
    .waitFor({ state: 'attached', timeout: uiTimeout })
    .catch(() => undefined)
  return focused(page)
}

/**
 * Goes on by Tab from where the focus is, as a person does, and fails when the focus is lost, when a
 * stop does not show that it has it, or when the way is longer than a person would walk.
 */
export const tabTo = async (
  page: Page,
  target: Locator,
  { most = 12, key = 'Tab' }: { readonly most?: number; readonly key?: 'Tab' | 'Shift+Tab' } = {},
): Promise<void> => {
  await target.waitFor()
  const passed: string[] = []
  const start = await focusKept(page)
  if (start === null) throw new Error(`Before the way to ${String(target)} nothing has the focus.`)
  while (!(await hasFocus(target))) {
    if (passed.length >= most)
      throw new Error(`${String(target)} is not reached in ${most}: ${passed.join(' → ')}`)
    await page.keyboard.press(key)
    const here = await focused(page)
    passed.push(here?.name ?? '(nothing)')
    if (here !== null && here.shownBy === '') throw new Error(`${here.name} has no visible focus.`)
  }
  if (process.env['KEYS'] !== undefined)
    console.log(String(target), passed.length, 'from', start.name, passed.join(' → '))
}

/** What can be used in the page, or in the open dialog, and was not among the stops. */
export const notReached = async (
  page: Page,
  stops: readonly Stop[],
): Promise<readonly string[]> => {
  const reached = stops.map(({ id }) => id)
  return z.array(z.string()).parse(
    await page.evaluate(`(() => {
      const reached = new Set(${JSON.stringify(reached)})
      const ids = globalThis.stopIds ?? new WeakMap()
      const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
      const usable = 'button, input, select, textarea, a[href], [tabindex]'
      const isOneOf = (element) =>
        // One of each group is a stop, the arrow keys lead to the others.
        element.tabIndex < 0 &&
        element.closest('[role=grid], [role=list], [role=toolbar], [role=tablist], [role=radiogroup], [role=region]') !== null
      const isRadio = (element) => element.type === 'radio' && !element.checked
      return [...(dialog ?? document).querySelectorAll(usable)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
        .filter((element) => element.id !== 'content' && element.getAttribute('aria-hidden') !== 'true')
        .filter((element) => !element.hasAttribute('data-floating-ui-focusable') && element.role !== 'dialog')
        .filter((element) => !isOneOf(element) && !isRadio(element) && !reached.has(ids.get(element)))
        .map((element) => element.outerHTML.slice(0, 160))
    })()`),
  )
}
