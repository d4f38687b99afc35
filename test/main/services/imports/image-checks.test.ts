import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { imageCheckView, type ImageCheckView } from '#contract/imports/draft-view.ts'
import { endOf, makePrints, openImports } from './open-imports.ts'

// Real images: on a busy machine they take their time.
type Imports = Awaited<ReturnType<typeof openImports>>

const until = (
  { call }: Imports,
  draftId: string,
  isReached: (facts: ImageCheckView) => boolean,
): Promise<ImageCheckView> =>
  vi.waitFor(
    async () => {
      const facts = await call('imports.imageCheck', { draftId })
      if (!isReached(facts)) throw new Error(`it is ${JSON.stringify(facts)}`)
      return facts
    },
    { timeout: 30_000, interval: 20 },
  )
const isDone = ({ state }: ImageCheckView): boolean => state === 'done'

/** A check that does nothing until it is stopped. */
const holdCheck = ({ imports }: Imports['app']) =>
  vi
    .spyOn(imports, 'checkImages')
    .mockImplementation(
      (_files, { signal } = {}) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('It was stopped.'))),
        ),
    )

const cut = async (folder: string, name: string): Promise<Buffer> => {
  const whole = await readFile(join(folder, name))
  await writeFile(join(folder, name), whole.subarray(0, -30))
  return whole
}

const rulesOf = async ({ call }: Imports, draftId: string) =>
  (
    await call('imports.issues', { draftId, offset: 0, limit: 100, rule: null, severity: null })
  ).issues.map(({ row, rule }) => [row, rule])

it('a draft opens at once, and its broken images become issues while they are checked', async () => {
  const imports = await openImports()
  const { call, folder, open, state } = imports
  await makePrints(folder, 6)
  await cut(folder, '2.png')
  await writeFile(join(folder, '5.png'), 'no image')
  const draft = await open()
  expect(draft.counts).toMatchObject({ rows: 6, errors: 0 })
  expect(await until(imports, draft.id, isDone)).toMatchObject({ checked: 6, total: 6 })
  expect(await rulesOf(imports, draft.id)).toEqual([
    [3, 'image_damaged'],
    [6, 'content_not_supported'],
  ])
  const events = state.events.filter(([name]) => name === 'imports.checked')
  expect(imageCheckView.parse(events[0]?.[1])).toMatchObject({ state: 'running', total: 6 })
  expect(imageCheckView.parse(events.at(-1)?.[1])).toMatchObject({ state: 'done', checked: 6 })
  expect(state.events).toContainEqual(['imports.planned', { draftId: draft.id }])
  await expect(call('imports.start', { draftId: draft.id })).rejects.toMatchObject({
    details: { errors: 2 },
  })
})

it('an edit checks only what nobody has checked yet, and reading the folder again what changed', async () => {
  const imports = await openImports()
  const { call, app, folder, open } = imports
  await makePrints(folder, 4)
  const whole = await cut(folder, '2.png')
  const checked = vi.spyOn(app.imports, 'checkImages')
  const names = () => checked.mock.calls.map(([files]) => files.map(({ name }) => name))
  const { id: draftId, settings, pinner } = await open()
  await until(imports, draftId, isDone)
  expect(names()).toEqual([['1.png', '2.png', '3.png', '4.png']])
  const edit = (column: string, value: string) =>
    call('imports.edit', { draftId, edits: [{ kind: 'set', row: 3, column, value }] })
  await edit('B', 'Another name')
  await edit('C', '1.png')
  await until(imports, draftId, isDone)
  expect(names()).toHaveLength(1)
  await call('imports.undo', { draftId })
  await writeFile(join(folder, '2.png'), whole)
  await call('imports.replan', { draftId, settings, pinner })
  await until(imports, draftId, isDone)
  expect(names()[1]).toEqual(['2.png'])
  expect(await rulesOf(imports, draftId)).toEqual([])
})

it('a check stops on request and goes on later', async () => {
  const imports = await openImports()
  const { call, app, folder, open } = imports
  await makePrints(folder, 12)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const check = app.imports.checkImages
  vi.spyOn(app.imports, 'checkImages').mockImplementationOnce(async (files, options) => {
    await held
    return check(files, options)
  })
  const { id: draftId } = await open()
  const stopping = call('imports.checkImages', { draftId, run: false })
  release()
  expect(await stopping).toMatchObject({ state: 'stopped', checked: 0, total: 12 })
  await call('imports.checkImages', { draftId, run: true })
  expect(await until(imports, draftId, isDone)).toMatchObject({ checked: 12 })
})

it('an import starts while its images are still checked', async () => {
  const imports = await openImports()
  const { call, app, folder, open } = imports
  await makePrints(folder, 4)
  const held = holdCheck(app)
  const { id: draftId } = await open()
  expect(await call('imports.imageCheck', { draftId })).toMatchObject({ state: 'running' })
  const { job } = await call('imports.start', { draftId })
  expect(held.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
  expect(await endOf(imports, job)).toMatchObject({ state: 'done', added: 4 })
})

it('closing a draft stops its check', async () => {
  const imports = await openImports()
  const { call, app, folder, open } = imports
  await makePrints(folder, 2)
  const held = holdCheck(app)
  const { id: draftId } = await open()
  await call('imports.discard', { draftId })
  expect(held.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
})

it('a check that cannot start says why, and is tried again on request', async () => {
  const imports = await openImports()
  const { call, app, folder, open } = imports
  await makePrints(folder, 2)
  vi.spyOn(app.imports, 'checkImages').mockRejectedValueOnce(new Error('There is no memory left.'))
  const { id: draftId } = await open()
  const failed = await until(imports, draftId, ({ error }) => error !== null)
  expect(failed).toMatchObject({ state: 'stopped', error: 'There is no memory left.' })
  await call('imports.checkImages', { draftId, run: true })
  expect(await until(imports, draftId, isDone)).toMatchObject({ error: null })
})
