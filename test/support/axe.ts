import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A tooltip belongs to what it describes, and hangs outside of it in the page. */
const configuration = {
  checks: [
    {
      id: 'region',
      options: {
        regionMatcher: 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]',
      },
    },
  ],
}

/**
 * What axe finds wrong in the page as it stands now, each with the places: empty when nothing.
 * Movement is waited for, also one that the last event is about to start: a half-faded text has no
 * contrast.
 */
export const axeViolations = async (page: Page): Promise<readonly string[]> => {
  // Not waitForFunction: it evaluates text in the page, which the content policy refuses.
  await page.evaluate(
    `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      .then(() => Promise.all(document.getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)))).then(() => undefined)`,
  )
  if (!(await page.evaluate<boolean>('"axe" in globalThis')))
    await page.evaluate(`(() => { ${source}; axe.configure(${JSON.stringify(configuration)}) })()`)
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) =>
        id + ': ' + help + ': ' + nodes.map(({ html, any }) =>
          html.slice(0, 200) + ' ' + any.map(({ message }) => message).join(' ')).join(' | ')))`,
  )
}
