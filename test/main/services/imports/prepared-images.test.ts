import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endOf, makePrints, openImports } from './open-imports.ts'

type Imports = Awaited<ReturnType<typeof openImports>>

const count = 5
const settings = { maxPixels: 16, format: 'keep', quality: 80 } as const

/** A draft whose images are all checked, and what the image process was asked for since. */
const checkedDraft = async () => {
  const imports = await openImports()
  await makePrints(imports.folder, count)
  const images = imports.app.images()
  const asked = { check: vi.spyOn(images, 'check'), process: vi.spyOn(images, 'process') }
  const { id: draftId } = await imports.open({ settings })
  await untilChecked(imports, draftId)
  return { ...imports, asked, draftId }
}

const untilChecked = ({ call }: Imports, draftId: string) =>
  vi.waitFor(
    async () => {
      const { state } = await call('imports.imageCheck', { draftId })
      if (state !== 'done') throw new Error(state)
    },
    { timeout: 60_000, interval: 20 },
  )

const waiting = ({ home }: Imports) => readdir(join(home, 'content', 'tmp'))

/** The sizes of what the collection's tokens got. */
const stored = async ({ app }: Imports): Promise<readonly (number | undefined)[]> =>
  Promise.all(
    app.imports.content().map(async (cid) => (await sharp(app.content.path(cid)).metadata()).width),
  )

const run = async (imports: Imports, draftId: string): Promise<void> => {
  const { job } = await imports.call('imports.start', { draftId })
  await imports.call('imports.discard', { draftId })
  expect(await endOf(imports, job)).toMatchObject({ state: 'done', added: count })
}

describe('an image', () => {
  let draft: Awaited<ReturnType<typeof checkedDraft>>
  beforeEach(async () => {
    draft = await checkedDraft()
  })

  it('is decoded once for its check, its preview, the run and its thumbnail', async () => {
    const { asked, call, app, draftId, services } = draft
    await call('imports.image', { draftId, row: 3 })
    await run(draft, draftId)
    const [cid] = app.imports.content()
    const thumbnail = await services.image(new URL(`/thumb/${cid}?size=320`, 'app://coldpress'))
    expect(await sharp(thumbnail?.path).metadata()).toMatchObject({ width: 16, format: 'jpeg' })
    expect(asked.check).toHaveBeenCalledTimes(count)
    expect(asked.process).not.toHaveBeenCalled()
    expect(await stored(draft)).toEqual(Array(count).fill(16))
    expect(await waiting(draft)).toEqual([])
  })

  it('that was changed after its check is made of its new bytes', async () => {
    const { asked, draftId, folder } = draft
    await sharp({ create: { width: 60, height: 60, channels: 3, background: '#abc' } })
      .png()
      .toFile(join(folder, '2.png'))
    await run(draft, draftId)
    expect(asked.process).toHaveBeenCalledTimes(1)
    expect(await stored(draft)).toEqual(Array(count).fill(16))
  })

  it('is made again where the settings change after its check', async () => {
    const { asked, call, draftId } = draft
    await call('imports.replan', {
      draftId,
      settings: { ...settings, maxPixels: 20 },
      pinner: 'local',
    })
    await untilChecked(draft, draftId)
    await run(draft, draftId)
    expect(asked.process).toHaveBeenCalledTimes(count)
    expect(await stored(draft)).toEqual(Array(count).fill(20))
  })

  it('of a draft that is discarded leaves nothing behind', async () => {
    expect(await waiting(draft)).toHaveLength(2 * count)
    await draft.call('imports.discard', { draftId: draft.draftId })
    expect(await waiting(draft)).toEqual([])
  })
})
