import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePicture } from '../../../app/imports/harness.ts'
import { endOf, header, makePrints, openImports, print, writeTable } from './open-imports.ts'

const all = { offset: 0, limit: 500, rule: null, severity: null }

/** Three prints with a fix in the table; the second image is none, so its row fails. */
const failedImport = async () => {
  const harness = await openImports()
  const { call, folder, open } = harness
  await makePrints(folder, 3)
  await writeFile(join(folder, '2.png'), 'no image at all')
  const { id: draftId } = await open()
  const edits = [{ kind: 'set', row: 2, column: 'B', value: 'Fixed' } as const]
  await call('imports.edit', { draftId, edits })
  const { job } = await call('imports.start', { draftId })
  expect(await endOf(harness, job)).toMatchObject({ state: 'failed', added: 2, failed: 1 })
  const nameOf = async (id: string) => {
    const { rows } = await call('imports.rows', { draftId: id, offset: 0, limit: 1 })
    return rows[0]?.cells[1]
  }
  return { ...harness, job, nameOf }
}

describe('a failed import', () => {
  it('reopens with its fixes; a row repaired under another file name is retried alone in the same job', async () => {
    const harness = await failedImport()
    const { call, folder, home, job, nameOf, tokens } = harness
    const draft = await call('imports.reopen', { job })
    expect(draft).toMatchObject({ job, edits: 1, isEdited: false, counts: { done: 2 } })
    expect(await nameOf(draft.id)).toBe('Fixed')
    const { issues } = await call('imports.issues', { draftId: draft.id, ...all })
    expect(issues).toContainEqual(expect.objectContaining({ row: 3, column: 'image', letter: 'C' }))

    await rm(join(folder, '2.png'))
    await makePicture(folder, 2)
    await rename(join(folder, '2.png'), join(folder, 'second.png'))
    const { id: draftId, settings, pinner } = draft
    const renamed = await call('imports.replan', { draftId, settings, pinner })
    expect(renamed.counts).toMatchObject({ done: 2, errors: 1 })
    const edits = [{ kind: 'set', row: 3, column: 'image', value: 'second.png' } as const]
    const repaired = await call('imports.edit', { draftId, edits })
    expect(repaired.counts).toMatchObject({ done: 2, new: 1, errors: 0 })

    expect(await call('imports.start', { draftId })).toEqual({ job })
    expect(await endOf(harness, job, 1)).toMatchObject({ state: 'done', total: 3, added: 3 })
    expect(await tokens()).toEqual(['Print1', 'Print3', 'Print2'])
    expect(await call('imports.list', null)).toHaveLength(1)
    expect(await readdir(join(home, 'imports'))).toEqual([])
  })

  it('keeps its fixes where its folder is read again, until they are undone', async () => {
    const { call, job, nameOf, open } = await failedImport()
    const draft = await open({ settings: { maxPixels: null, format: 'keep', quality: 90 } })
    expect(draft).toMatchObject({ job, settings: { maxPixels: 16 } })
    expect(await nameOf(draft.id)).toBe('Fixed')
    await call('imports.undo', { draftId: draft.id })
    expect(await nameOf(draft.id)).toBe('Print no 1')
  })
})

describe('an import that skipped rows', () => {
  it('reopens, and adds them once they are repaired', async () => {
    const harness = await openImports()
    const { call, folder, open, tokens } = harness
    await makePrints(folder, 2)
    await writeTable(folder, [header, print(1), ['Print2', '', '2.png', 'blue']])
    const { id: draftId } = await open()
    const edits = [{ kind: 'set', row: 2, column: 'B', value: 'Fixed' } as const]
    await call('imports.edit', { draftId, edits })
    const { job } = await call('imports.start', { draftId, skipInvalid: true })
    expect(await endOf(harness, job)).toMatchObject({ state: 'done', added: 1, skippedRows: 1 })

    const draft = await call('imports.reopen', { job })
    expect(draft).toMatchObject({ job, counts: { rows: 2, done: 1, errors: 1 } })
    const repair = [{ kind: 'set', row: 3, column: 'B', value: 'Second' } as const]
    await call('imports.edit', { draftId: draft.id, edits: repair })
    expect(await call('imports.start', { draftId: draft.id })).toEqual({ job })
    expect(await endOf(harness, job, 1)).toMatchObject({ state: 'done', total: 2, skippedRows: 0 })
    expect(await tokens()).toEqual(['Print1', 'Print2'])
  })
})
