import type { Clipboard } from 'electron'
import type { PageLink } from './page-link.ts'
import { strict } from './strict.ts'
import { openWindows } from './windows.ts'

/** What was written last: the answer where no window can ask the system. */
let last = ''

/**
 * A browser reaches the clipboard only through a page. The app's page has no permission for it, so
 * the preload's world gets one for the length of a single call.
 */
const inWindow = async (
  name: 'clipboard-read' | 'clipboard-write',
  expression: string,
): Promise<unknown> => {
  const page = openWindows()[0]?.page
  const origin = page === undefined ? undefined : await originOf(page)
  if (page === undefined || origin === undefined) return undefined
  const set = (setting: 'granted' | 'denied') =>
    page.send('Browser.setPermission', { permission: { name }, setting, origin })
  try {
    await set('granted')
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    const { result, exceptionDetails } = await page.evaluateAsUser(expression)
    return exceptionDetails === undefined ? result.value : undefined
  } catch {
    return undefined
  } finally {
    await set('denied').catch(() => {})
  }
}

/** Undefined while the page is away, as after a crash. */
const originOf = async (page: PageLink): Promise<string | undefined> => {
  try {
    return String((await page.evaluateAsUser('location.origin')).result.value)
  } catch {
    return undefined
  }
}

const writeText = async (text: string): Promise<void> => {
  last = text
  await inWindow('clipboard-write', `navigator.clipboard.writeText(${JSON.stringify(text)})`)
}

export const clipboard = strict('clipboard', {
  readText: async () => {
    const read = await inWindow('clipboard-read', 'navigator.clipboard.readText()')
    return typeof read === 'string' ? read : last
  },
  writeText,
  clear: () => {
    void writeText('')
  },
} satisfies Pick<Clipboard, 'readText' | 'writeText' | 'clear'>)
