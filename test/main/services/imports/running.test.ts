import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createServices } from '#main/services/services.ts'
import { importProgress } from '#contract/imports/calls.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { passphrase } from '../open-services.ts'
import { endOf, header, makePrints, openImports, print, writeTable } from './open-imports.ts'

describe('a run', () => {
  it('tells its progress and its end, and is remembered', async () => {
    const harness = await openImports()
    const { call, folder, open, state, logged, services } = harness
    await makePrints(folder, 30)
    const { id: draftId } = await open()
    const { job } = await call('imports.start', { draftId })
    expect(services.runningImports()).toBe(1)
    const end = await endOf(harness, job)
    expect(services.runningImports()).toBe(0)
    expect(end).toMatchObject({ state: 'done', total: 30, added: 30, left: 0, reason: null })
    expect(end.seconds).toBeGreaterThan(0)
    const progress = state.events
      .filter(([name]) => name === 'imports.progress')
      .map(([, payload]) => importProgress.parse(payload))
    expect(new Set(progress.map((one) => one.job))).toEqual(new Set([job]))
    expect(progress.at(-1)?.stages.at(-1)).toMatchObject({ stage: 'upload', done: 30 })
    expect(await call('imports.job', { job })).toEqual(end)
    expect(await call('imports.list', null)).toEqual([end])
    expect(logged('import').filter((line) => /started|Imported all/u.test(line))).toHaveLength(2)
  })

  it('has the fixed table of a draft that is closed while it starts', async () => {
    const harness = await openImports()
    const { call, app, folder, open, tokens } = harness
    await makePrints(folder, 1)
    const { id: draftId } = await open()
    const edit = { kind: 'set', row: 2, column: 'A', value: 'Fixed' } as const
    await call('imports.edit', { draftId, edits: [edit] })
    const { imports } = app
    const start: typeof imports.start = imports.start.bind(imports)
    let closing: Promise<null> | undefined
    vi.spyOn(app.imports, 'start').mockImplementation(async (...asked) => {
      closing = call('imports.discard', { draftId })
      await wait(100)
      return start(...asked)
    })
    const { job } = await call('imports.start', { draftId })
    await closing
    expect(await endOf(harness, job)).toMatchObject({ state: 'done', added: 1 })
    expect(await tokens()).toEqual(['Fixed'])
  })

  it('does not start while there are errors', async () => {
    const { call, folder, open } = await openImports()
    await writeTable(folder, [header, print(1)])
    const { id: draftId } = await open()
    await expect(call('imports.start', { draftId })).rejects.toMatchObject({
      code: 'invalid',
      details: { errors: 1 },
    })
    expect(await call('imports.list', null)).toEqual([])
  })

  it('starts with the valid rows alone if asked, and knows the rows that it skipped', async () => {
    const harness = await openImports()
    const { call, folder, open, tokens } = harness
    await makePrints(folder, 4)
    await rm(join(folder, '2.png'))
    const { id: draftId } = await open()
    const edits = [{ kind: 'remove_row', row: 5 } as const]
    const draft = await call('imports.edit', { draftId, edits })
    expect(draft.counts).toMatchObject({ errors: 1, invalidRows: 1 })
    const { job } = await call('imports.start', { draftId, skipInvalid: true })
    expect(await endOf(harness, job)).toMatchObject({
      state: 'done',
      total: 2,
      skippedRows: 2,
      skipped: [
        { row: 3, message: expect.stringContaining('2.png') },
        { row: 5, message: null },
      ],
    })
    expect(await tokens()).toEqual(['Print1', 'Print3'])
  })

  it('does not start when the folder has changed since it was planned', async () => {
    const { call, folder, open, services } = await openImports()
    await makePrints(folder, 2)
    const { id: draftId } = await open()
    await rm(join(folder, '2.png'))
    const error = await call('imports.start', { draftId }).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'invalid', details: { errors: 1 } })
    expect(services.runningImports()).toBe(0)
  })

  it('tells which items failed, and takes them in once they are fixed', async () => {
    const harness = await openImports()
    const { call, folder, open, tokens } = harness
    await makePrints(folder, 3)
    await writeFile(join(folder, '2.png'), 'no image at all')
    const { id: draftId } = await open()
    const { job } = await call('imports.start', { draftId })
    const end = await endOf(harness, job)
    expect(end).toMatchObject({ state: 'failed', added: 2, failed: 1 })
    expect(end.failures).toMatchObject([{ row: 3, assetName: 'Print2', name: 'Print no 2' }])
    await makePicture(folder, 2)
    await call('imports.resume', { job })
    expect(await endOf(harness, job, 1)).toMatchObject({ state: 'done', added: 3, failed: 0 })
    expect(await tokens()).toHaveLength(3)
  })
})

describe('a paused run', () => {
  it('of a fixed table goes on after a restart, from the copy', async () => {
    const harness = await openImports()
    const { call, app, folder, home, open, services, state, tokens } = harness
    await makePrints(folder, 120)
    const { id: draftId } = await open()
    await call('imports.edit', {
      draftId,
      edits: [{ kind: 'set', row: 2, column: 'A', value: 'First' }],
    })
    const { job } = await call('imports.start', { draftId })
    await expect(call('imports.start', { draftId })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('running already'),
    })
    await expect(call('imports.resume', { job })).rejects.toMatchObject({ code: 'conflict' })
    expect(await call('imports.job', { job })).toMatchObject({
      isRunningHere: true,
      state: 'running',
    })
    await call('imports.pause', { job })
    await call('imports.pause', { job })
    const paused = await call('imports.job', { job })
    expect(paused).toMatchObject({ state: 'paused', isRunningHere: false, total: 120 })
    expect(paused.left).toBeGreaterThan(0)
    await call('imports.discard', { draftId })
    expect(await readdir(join(home, 'imports'))).toEqual([`${draftId}.csv`])
    await services.close()

    const events: [string, unknown][] = []
    const { deps } = harness
    const again = await createServices({
      ...deps,
      app,
      emit: (name, payload) => events.push([name, payload]),
    })
    expect((await again.handlers['imports.list'](null))[0]).toMatchObject({
      id: job,
      state: 'paused',
    })
    const resume = async () => again.handlers['imports.resume']({ job, acceptsLocalImages: false })
    const twice = await Promise.allSettled([resume(), resume()])
    expect(twice).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'conflict' } },
    ])
    state.events = events
    expect(await endOf(harness, job)).toMatchObject({ state: 'done', added: 120 })
    await again.close()
    expect((await tokens())[0]).toBe('First')
    expect(await tokens()).toHaveLength(120)
    expect(await readdir(join(home, 'imports'))).toEqual([])
  })

  it('is stopped by closing the app, and the close waits for it', async () => {
    const { call, app, folder, open, services } = await openImports()
    await makePrints(folder, 80)
    const { id: draftId } = await open()
    const { job } = await call('imports.start', { draftId })
    await services.close()
    expect(services.runningImports()).toBe(0)
    expect(app.imports.status(job)).toMatchObject({ state: 'paused', runningPid: null })
  })

  it('is started with its own settings only, or cancelled first', async () => {
    const harness = await openImports()
    const { call, folder, open } = harness
    await makePrints(folder, 80)
    const { id: draftId } = await open()
    const { job } = await call('imports.start', { draftId })
    await call('imports.pause', { job })
    const other = await open({ settings: { maxPixels: 32, format: 'keep', quality: 80 } })
    await expect(call('imports.start', { draftId: other.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('other image settings'),
    })
    expect(await call('imports.cancel', { job })).toMatchObject({ state: 'cancelled' })
    await expect(call('imports.resume', { job })).rejects.toMatchObject({ code: 'conflict' })
    const { job: second } = await call('imports.start', { draftId: other.id })
    expect(second).not.toBe(job)
    // What is there already was made of larger images.
    expect(['done', 'failed']).toContain((await endOf(harness, second)).state)
  })
})

it('a run that goes on with prices asks for an open vault, which seals them', async () => {
  const harness = await openImports()
  const { call, folder, open, tokens } = harness
  await makePrints(folder, 2)
  await writeFile(join(folder, '2.png'), 'no image at all')
  await writeTable(folder, [
    [...header, 'price'],
    [...print(1), ''],
    [...print(2), '25'],
  ])
  const { id: draftId } = await open()
  const { job } = await call('imports.start', { draftId })
  expect(await endOf(harness, job)).toMatchObject({ state: 'failed', added: 1 })
  await makePicture(folder, 2)
  await call('vault.lock', null)
  await expect(call('imports.resume', { job })).rejects.toMatchObject({ code: 'vault_locked' })
  expect(await tokens()).toEqual(['Print1'])
  await call('vault.unlock', { passphrase })
  await call('imports.resume', { job })
  expect(await endOf(harness, job, 1)).toMatchObject({ state: 'done', added: 2 })
})

describe('a cancelled run', () => {
  it('ends for good; what is in the collection stays, the copy goes', async () => {
    const harness = await openImports()
    const { call, folder, home, open, tokens } = harness
    await makePrints(folder, 120)
    const { id: draftId } = await open()
    await call('imports.edit', {
      draftId,
      edits: [{ kind: 'set', row: 2, column: 'A', value: 'First' }],
    })
    const { job } = await call('imports.start', { draftId })
    const cancelled = await call('imports.cancel', { job })
    expect(cancelled).toMatchObject({ state: 'cancelled', isRunningHere: false })
    expect(await endOf(harness, job)).toMatchObject({ state: 'cancelled' })
    expect(await tokens()).toHaveLength(cancelled.added)
    expect(await readdir(join(home, 'imports'))).toEqual([])
  })

  it('that nobody knows is said so', async () => {
    const { call } = await openImports()
    for (const name of [
      'imports.cancel',
      'imports.resume',
      'imports.pause',
      'imports.job',
    ] as const)
      await expect(call(name, { job: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
