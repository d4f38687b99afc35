import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openImporter, requestFor, writeTable } from '../app/imports/harness.ts'
import { importTest as it } from '../app/imports/import-test.ts'
import { startHostileService } from '../support/hostile-service.ts'

const rows = 50_000
/** Each fiftieth row: 2 %. */
const isFaulty = (at: number): boolean => at % 50 === 0
const ipfs = 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'

/** The faults take turns. */
const faults: readonly ((cells: readonly string[]) => readonly string[])[] = [
  ([name = '', , image = '', colour = '']) => [name, '', image, colour],
  ([, title = '', image = '', colour = '']) => ['x'.repeat(33), title, image, colour],
  ([name = '', title = '', , colour = '']) => [name, title, 'gone.png', colour],
  ([name = '', title = '', , colour = '']) => [name, title, 'ipfs://Qm', colour],
]

// Fault 23 of docs/faults.md.
it('50,000 rows with 2 % faulty: the plan names exactly these, and the others are added once', async ({
  home,
  folder,
}) => {
  await mkdir(folder, { recursive: true })
  await writeTable(folder, rows, ([name = '', title = '', , colour = ''], at) => {
    const cells = [name, title, ipfs, colour]
    return isFaulty(at) ? (faults[(at / 50) % faults.length]?.(cells) ?? cells) : cells
  })
  const service = await startHostileService(() => 'calm')
  const importer = await openImporter(join(home, 'importer'), service.baseUrl)
  try {
    const request = requestFor(folder, service.collectionId)
    const { invalidRows = [] } = await importer.imports.plan(request)
    const all = Array.from({ length: rows }, (_, at) => at + 1)
    expect(invalidRows.map(({ row }) => row)).toEqual(all.filter(isFaulty).map((at) => at + 1))
    await expect(importer.imports.start(request)).rejects.toMatchObject({ code: 'invalid' })
    expect(service.stored).toHaveLength(0)

    const summary = await importer.imports.start({ ...request, skipped: invalidRows })
    expect(summary).toMatchObject({ state: 'done', added: rows * 0.98, failed: 0, left: 0 })
    // several requests are under way at once, so the order is not that of the rows
    const stored = service.stored.map(({ asset_name }) => asset_name)
    const sound = all.filter((at) => !isFaulty(at)).map((at) => `Token${at}`)
    expect(stored.toSorted()).toEqual(sound.toSorted())
  } finally {
    await importer.close()
    await service.close()
  }
})
