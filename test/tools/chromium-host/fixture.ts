import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { z } from 'zod'

export const folder = join(import.meta.dirname, '..', 'fixture-app')
export const launcher = join(import.meta.dirname, '../../../tools/chromium-host/electron-host.js')

const seenSchema = z.looseObject({
  permissions: z.array(z.string()),
  requests: z.array(z.string()),
  navigations: z.array(z.tuple([z.string(), z.string()])),
  second: z.array(z.string()),
  crashes: z.array(z.string()),
  gone: z.array(z.tuple([z.string(), z.string()])),
  output: z.string().optional(),
  exit: z.number().optional(),
  closes: z.number().optional(),
})
/** What the fixture's main process has noted. */
export const seen = async (app: ElectronApplication) =>
  seenSchema.parse(await app.evaluate(() => Reflect.get(globalThis, 'seen')))

export const set = (app: ElectronApplication, name: string, value: unknown) =>
  app.evaluate(
    (_, [key, given]) => {
      Reflect.set(globalThis, key, given)
    },
    [name, value] as const,
  )

/** In the page's own world; what there is to try is in the fixture's probe.js. */
export const probe = (page: Page, name: string, ...args: readonly unknown[]): Promise<unknown> =>
  page.evaluate(`probe.${name}(...${JSON.stringify(args)})`)
