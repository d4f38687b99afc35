import type { Locator } from 'playwright-core'

/** Drops a file or a folder of this computer on an element, as the system does. */
export const dropPath = async (area: Locator, path: string): Promise<void> => {
  const { x, y } = (await area.boundingBox()) ?? { x: 0, y: 0 }
  const page = area.page()
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data })
  await session.detach()
}
