import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CachedCall, CallInput } from '#contract/window/calls.ts'
import type { ImportJobView } from '#contract/imports/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { CallError } from '#renderer/bridge.ts'
import { callQuery } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { changeDraft, currentDraft, pageAt, replaceRow } from '#renderer/data/import-draft.ts'
import { applyProgress, stagesOf } from '#renderer/data/imports.ts'
import { previewImageQuery } from '#renderer/data/preview-image.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { emptyDraft } from '../empty-draft.ts'
import { nextTimers, settled } from '../fake-bridge.ts'

type Question = { readonly name: string; readonly input: unknown }

/** The main process's answers; a function is called for each call. */
let answers: Map<string, (input: never) => unknown>
let asked: Question[]
let ends: (() => void)[]

beforeEach(() => {
  asked = []
  ends = []
  answers = new Map()
  const call = async (name: string, input: never) => {
    asked.push({ name, input })
    await nextTimers()
    try {
      return { ok: true, value: answers.get(name)?.(input) }
    } catch (error) {
      return { ok: false, error }
    }
  }
  Object.assign(globalThis, { window: { coldpress: { call } } })
  queryClient.clear()
})
afterEach(() => ends.forEach((end) => end()))

const count = (name: string) => asked.filter((one) => one.name === name).length

/** A view that shows the answer. */
const show = async <N extends CachedCall>(name: N, input: CallInput<N>): Promise<void> => {
  ends.push(new QueryObserver(queryClient, callQuery(name, input)).subscribe(() => undefined))
  await settled()
}

const draft = (edits: number): ImportDraft => ({ ...emptyDraft, id: 'd', edits })

const rowsQuery = callQuery('imports.rows', pageAt('d', 700))
const rows = (...cells: string[]) => ({
  rows: cells.map((cell, index) => ({ row: 502 + index, cells: [cell] })),
  total: 500 + cells.length,
})
const shownRows = () => queryClient.getQueryData(rowsQuery.queryKey)?.rows.map(({ cells }) => cells)

describe('the lists of a draft', () => {
  it('come in pages, each fetched once', async () => {
    expect(pageAt('d', 700)).toEqual({ draftId: 'd', offset: 500, limit: 500 })
    answers.set('imports.rows', () => rows('a'))
    await show('imports.rows', pageAt('d', 700))
    await show('imports.rows', pageAt('d', 999))
    expect(count('imports.rows')).toBe(1)
  })

  it('show what was there until an edit’s answer has come, then fetch what is shown again', async () => {
    answers.set('imports.rows', () => rows('a', 'b'))
    answers.set('imports.edit', () => draft(1))
    await show('imports.rows', pageAt('d', 700))
    const editing = change('imports.edit', { draftId: 'd', edits: [] })
    replaceRow('d', undefined, 501, { row: 503, cells: ['typed'] })
    expect(shownRows()).toEqual([['a'], ['typed']])
    answers.set('imports.rows', () => rows('a', 'saved'))
    await editing
    expect(shownRows()).toEqual([['a'], ['saved']])
    expect(count('imports.rows')).toBe(2)
  })
})

describe('changes of a draft', () => {
  beforeEach(() => {
    queryClient.setQueryData(callQuery('imports.drafts', null).queryKey, [draft(0)])
    answers.set('imports.drafts', () => [draft(count('imports.undo'))])
    answers.set('imports.undo', () => draft(0))
  })

  it('run one after the other, each with the draft that the one before left', async () => {
    const seen: number[] = []
    let running = 0
    const undo = () =>
      changeDraft(async ({ id, edits }) => {
        expect((running += 1)).toBe(1)
        seen.push(edits)
        await change('imports.undo', { draftId: id })
        await queryClient.fetchQuery({ ...callQuery('imports.drafts', null), staleTime: 0 })
        running -= 1
      })
    await Promise.all([undo(), undo(), undo()])
    expect(seen).toEqual([0, 1, 2])
  })

  it('go on after one that failed', async () => {
    const failed = changeDraft(() => Promise.reject(new Error('no')))
    const done = changeDraft(({ id }) => change('imports.undo', { draftId: id }))
    await expect(failed).rejects.toThrow('no')
    await done
    expect(count('imports.undo')).toBe(1)
  })

  it('forget a draft that the main process has closed', async () => {
    answers.set('imports.drafts', () => [])
    ends.push(
      new QueryObserver(queryClient, {
        ...callQuery('imports.drafts', null),
        staleTime: Infinity,
      }).subscribe(() => undefined),
    )
    const gone = new CallError({ code: 'not_found', message: 'closed', details: {} })
    await expect(changeDraft(() => Promise.reject(gone))).rejects.toThrow('closed')
    expect(currentDraft()).toBeUndefined()
  })
})

describe('images of planned tokens', () => {
  it('are made once for all who show one, and not at all for those who left before their turn', async () => {
    const making: PromiseWithResolvers<unknown>[] = []
    answers.set('imports.image', () => {
      const made = Promise.withResolvers<unknown>()
      making.push(made)
      return made.promise
    })
    const see = (row: number) =>
      new QueryObserver(queryClient, previewImageQuery(draft(0), { row }, 'a.png')).subscribe(
        () => undefined,
      )
    const views = [1, 1, 2, 3, 4].map(see)
    await settled()
    expect(asked.map(({ input }) => input)).toEqual([
      { draftId: 'd', row: 1 },
      { draftId: 'd', row: 2 },
    ])
    views[3]?.()
    await settled()
    for (const made of making) made.resolve({ url: '/preview/1' })
    await settled()
    expect(asked.slice(2).map(({ input }) => input)).toEqual([{ draftId: 'd', row: 4 }])
    for (const made of making) made.resolve({})
    views.forEach((end) => end())
  })
})

describe('progress of a run', () => {
  const job = (failed: number): ImportJobView => ({
    id: 'j',
    state: 'running',
    isRunningHere: true,
    accountId: 'local',
    collectionId: 'c',
    folder: '/ferns',
    total: 9,
    added: 0,
    failed,
    left: 9,
    reason: null,
    failures: Array.from({ length: failed }, (_, row) => ({
      row,
      name: '',
      assetName: '',
      message: '',
    })),
    skipped: [],
    skippedRows: 0,
    notes: [],
    places: [],
    elsewhere: { ipfs: 0, web: 0 },
    seconds: null,
    createdAt: '2026-11-23T12:00:00.000Z',
    updatedAt: '2026-11-23T12:00:00.000Z',
  })
  const progress = (failed: number) =>
    applyProgress({
      job: 'j',
      stages: [{ stage: 'upload', done: 0, total: 9, failed, rate: 1, secondsLeft: 1 }],
    })

  it('fetches the job again when more tokens have failed than it lists, without a timer', async () => {
    queryClient.setQueryData(callQuery('imports.list', null).queryKey, [job(0)])
    answers.set('imports.job', () => job(0))
    await show('imports.job', { job: 'j' })
    progress(0)
    await settled()
    expect(count('imports.job')).toBe(1)
    expect(stagesOf('j')?.[0]?.failed).toBe(0)
    answers.set('imports.job', () => job(2))
    progress(2)
    progress(2)
    await settled()
    expect(count('imports.job')).toBe(2)
    progress(2)
    await settled()
    expect(count('imports.job')).toBe(2)
  })
})
