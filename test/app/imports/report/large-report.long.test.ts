import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { reportHtml } from '#app/imports/report/report-html.ts'
import { openBrowser } from '../../../support/browser.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { fileOf, planOf } from '../plan/plan-fixture.ts'

const pieces = 10_000

/** A collection with some 13,000 findings of a dozen rules. */
const largePlan = () => {
  const source = { size: 1000, mtimeMs: 1, inode: '1', sha256: null }
  const each = Array.from({ length: pieces }, (_, index) => index)
  const files = each.map((index) => {
    const header = {
      raster: 'png' as const,
      width: 1000,
      height: index % 5 === 0 ? 800 : 1000,
      frames: 1,
      upright: true,
    }
    const image = { mediaType: 'image/png', hasGps: index % 40 === 0, header, source }
    const size = index % 3 === 0 ? 2_000_000 : 1000
    return fileOf(`${index}.png`, { size, check: { kind: 'sound', image } })
  })
  const rows = each.map((index) => [
    index % 97 === 0 ? 'Same' : `Bean${index}`,
    index % 31 === 0 ? ` Bean #${index}` : `Bean #${index}`,
    index % 113 === 0 ? `missing-${index}.png` : `${index}.png`,
    ['Red', 'Blue', 'blue', 'Blue '][index % 4] ?? '',
  ])
  return planOf({ rows: [['asset_name', 'name', 'image', 'colour'], ...rows], files })
}

it('A report of 10,000 pieces is small, opens and fits a desktop and a phone', async ({
  folder,
}) => {
  const plan = largePlan()
  expect(plan.issues.length).toBeGreaterThan(10_000)
  const html = reportHtml(plan, { folder, at: new Date() })
  expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  const path = join(folder, 'report.html')
  await writeFile(path, html)
  const browser = await openBrowser()
  try {
    const measure = async (width: number) => {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      await page.goto(pathToFileURL(path).href)
      const shown = await page.evaluate<{ readonly width: number; readonly height: number }>(
        '({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })',
      )
      await page.close()
      return shown
    }
    const desktop = await measure(1280)
    const phone = await measure(390)
    expect(desktop).toMatchObject({ width: 1280 })
    expect(phone).toMatchObject({ width: 390 })
    // Columns as narrow as a letter made it four times as long.
    expect(phone.height / desktop.height).toBeLessThan(3)
  } finally {
    await browser.close()
  }
})
