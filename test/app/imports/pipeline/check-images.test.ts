import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import type { ImageCheckProgress } from '#app/imports/pipeline/check-images.ts'
import { contentsOf, makeFolder, openImporter, requestFor, writeTable } from '../harness.ts'
import { hugePng } from '../../../media/images/images.ts'
import { importTest as it } from '../import-test.ts'

const keep = { settings: { maxPixels: null, format: 'keep', quality: 80 } } as const

/** Damages `1.png` by cutting its end off. */
const cutFirst = async (folder: string): Promise<Buffer> => {
  const path = join(folder, '1.png')
  const whole = await readFile(path)
  await writeFile(path, whole.subarray(0, -30))
  return whole
}

describe('a plan decodes each image', () => {
  it('and finds broken files by their content', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 6)
    await cutFirst(folder)
    await writeFile(join(folder, '2.png'), await sharp(join(folder, '2.png')).jpeg().toBuffer())
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await writeFile(join(folder, '3.png'), script)
    await writeFile(join(folder, '4.png'), 'No image at all.')
    await writeFile(join(folder, '5.png'), hugePng(20_000, 20_000))
    const plan = await importer.imports.plan(requestFor(folder, studio.collectionId))
    expect(plan.issues.map(({ row, rule, severity }) => [row, rule, severity])).toEqual([
      [2, 'image_damaged', 'error'],
      [3, 'name_differs_from_content', 'warning'],
      [4, 'content_not_supported', 'error'],
      [5, 'content_not_supported', 'error'],
      [6, 'image_too_large', 'error'],
    ])
    expect(plan.tokens.map(({ assetName }) => assetName)).toEqual(['Token2', 'Token6'])
  })

  it('once: a second plan and another process know the results until a file changes', async ({
    home,
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    const whole = await cutFirst(folder)
    const plan = () => importer.imports.plan(requestFor(folder, studio.collectionId))
    await plan()
    expect((await plan()).counts.errors).toBe(1)
    expect(importer.checked()).toBe(3)
    const other = await openImporter(home, studio.baseUrl)
    const known = await other.imports.plan(requestFor(folder, studio.collectionId))
    expect(known.counts.errors).toBe(1)
    expect(other.imagesAsked()).toBe(0)
    await other.close()
    await writeFile(join(folder, '1.png'), whole)
    await utimes(join(folder, '2.png'), 1_000_000, 1_000_000)
    expect((await plan()).counts.errors).toBe(0)
    expect(importer.checked()).toBe(5)
  })

  it('only where a row names it', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 4)
    await writeTable(folder, 2)
    await importer.imports.plan(requestFor(folder, studio.collectionId))
    expect(importer.checked()).toBe(2)
  })

  it('with progress, until it is stopped', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 8)
    const stop = new AbortController()
    const seen: ImageCheckProgress[] = []
    const planning = importer.imports.plan(requestFor(folder, studio.collectionId), {
      signal: stop.signal,
      onCheck: (_file, _check, progress) => {
        seen.push(progress)
        if (progress.checked === 3) stop.abort()
      },
    })
    await expect(planning).rejects.toHaveProperty('name', 'AbortError')
    expect(seen.at(-1)).toMatchObject({ checked: 3, total: 8 })
    expect(seen.at(-1)?.secondsLeft).toBeGreaterThan(0)
    const whole = await importer.imports.plan(requestFor(folder, studio.collectionId))
    expect(whole.counts.errors).toBe(0)
  })

  it('and does not remember what the bytes are not to blame for', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 1)
    const gone = join(folder, '1.png')
    const whole = await readFile(gone)
    const inputs = await importer.imports.inputs(requestFor(folder, studio.collectionId))
    await rm(gone)
    const rules: string[] = []
    await importer.imports.checkImages(inputs.files, {
      onCheck: (_file, check) => rules.push(check.kind === 'rejected' ? check.rule : check.kind),
    })
    expect(rules).toEqual(['image_missing'])
    await writeFile(gone, whole)
    const plan = await importer.imports.plan(requestFor(folder, studio.collectionId))
    expect(plan.counts.errors).toBe(0)
  })
})

describe('a run after the check', () => {
  it('keeps checked images without a second check', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 3)
    const request = requestFor(folder, studio.collectionId, keep)
    await importer.imports.plan(request)
    expect(await importer.imports.start(request)).toMatchObject({ added: 3, state: 'done' })
    expect(importer.processed()).toBe(0)
    const tokens = await contentsOf(studio.client, studio.collectionId)
    expect(tokens.map(({ media_type }) => media_type)).toEqual(Array(3).fill('image/png'))
  })

  it('still makes what is to be resized', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 2)
    const request = requestFor(folder, studio.collectionId)
    await importer.imports.plan(request)
    expect(await importer.imports.start(request)).toMatchObject({ added: 2, state: 'done' })
    expect(importer.processed()).toBe(2)
  })

  it('does not start with a damaged image', async ({ folder, studio, importer }) => {
    await makeFolder(folder, 2)
    await cutFirst(folder)
    const request = requestFor(folder, studio.collectionId)
    await importer.imports.plan(request)
    await expect(importer.imports.start(request)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ rule: 'image_damaged', row: 2 }] },
    })
    expect(importer.imports.list()).toEqual([])
  })

  it('goes on with the other tokens where a check came after its start', async ({
    folder,
    studio,
    importer,
  }) => {
    await makeFolder(folder, 3)
    const whole = await cutFirst(folder)
    const request = requestFor(folder, studio.collectionId, keep)
    expect(await importer.imports.start(request)).toMatchObject({ added: 2, failed: 1 })
    expect((await importer.imports.plan(request)).counts.errors).toBe(1)
    expect(await importer.imports.resume()).toMatchObject({ failed: 1, already: 2 })
    await writeFile(join(folder, '1.png'), whole)
    expect(await importer.imports.resume()).toMatchObject({ failed: 0, state: 'done' })
  })
})
