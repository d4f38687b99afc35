import { join } from 'node:path'
import { startApp } from '../support/app.ts'
import type { Measure } from './main.ts'

const rounds = 5
const goalSeconds = 1.5

/** The smallest app there is: what the host and the browser take by themselves. */
const fixture = join(import.meta.dirname, '..', 'tools', 'fixture-app')

/** Seconds from the start of the process to the first paint with content, in a home of its own. */
const firstPaint = async (folder?: string): Promise<number> => {
  const started = Date.now()
  const { page, close } = await startApp(folder === undefined ? {} : { folder })
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Node's types know no paint; the function runs in the page.
        const look = () => {
          const [paint] = performance.getEntriesByName('first-contentful-paint')
          if (paint === undefined) setTimeout(look, 20)
          else resolve(performance.timeOrigin + paint.startTime)
        }
        look()
      }),
  )
  await close()
  return (painted - started) / 1000
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const benchStartup = async (): Promise<readonly Measure[]> => {
  // Builds what is stale, which no start of a user does.
  await firstPaint()
  const floors: number[] = []
  const starts: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await firstPaint(fixture))
    starts.push(await firstPaint())
    console.error(
      `round ${round + 1}: smallest app ${floors.at(-1)?.toFixed(2)} s, Coldpress ${starts.at(-1)?.toFixed(2)} s`,
    )
  }
  const seconds = median(starts)
  return [
    {
      what: `first paint of a cold start on the Chromium host; the smallest app takes ${median(floors).toFixed(2)} s`,
      value: `${seconds.toFixed(2)} s`,
      goal: `< ${goalSeconds} s`,
      met: seconds < goalSeconds,
    },
  ]
}
