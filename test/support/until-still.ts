import type { Page } from 'playwright-core'

/**
 * Waits until a page has come to rest: lists have measured themselves after the window changed, what
 * was scrolled to is drawn, and colours have their last value. At rest, nothing changes its place or its text
 * in twelve frames in a row (longer than the list waits after it was scrolled, where a frame takes 16 ms),
 * and no animation with an end runs.
 */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const layout = () => [innerWidth, innerHeight, ...[...document.body.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height, element.childElementCount === 0 ? element.textContent : ''].join(' ')
    })].join()
    const isMoving = () => document.getAnimations().some(({ playState, effect }) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    let last = ''
    let frames = 0
    const look = () => {
      const now = layout()
      frames = now === last && !isMoving() ? frames + 1 : 0
      last = now
      if (frames < 12) requestAnimationFrame(look)
      else resolve()
    }
    requestAnimationFrame(look)
  })`)
