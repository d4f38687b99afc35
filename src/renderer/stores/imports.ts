import { create } from 'zustand'
import type { CallInput } from '#shared/calls/contract.ts'
import type { ImportDraft, ImportJobFacts, ImportProgressFacts } from '#shared/calls/imports.ts'
import { call, CallError, listen } from '../bridge.ts'
import { text } from '../text/en.ts'
import { useNavigation } from './navigation.ts'
import { attempt, useNotices } from './notices.ts'
import { withVault } from './vault.ts'

const words = text.importing

export const draftSteps = ['columns', 'issues', 'preview', 'options', 'start'] as const
export type DraftStep = (typeof draftSteps)[number]

type ImportsStore = {
  /** Newest first. */
  readonly jobs: readonly ImportJobFacts[]
  readonly progress: Readonly<Record<string, ImportProgressFacts>>
  /** Names of the collections seen so far, by id. */
  readonly names: Readonly<Record<string, string>>
  /** The open draft; kept while the user looks at other views. */
  readonly draft: ImportDraft | undefined
  /**
   * Increases with each change of the draft, so that what was loaded for an older one is loaded
   * again.
   */
  readonly revision: number
  /** The number of changes that run or wait. */
  readonly busy: number
  readonly step: DraftStep
  /** Follows progress and ends of the runs. @returns a function that stops it */
  readonly follow: () => () => void
  readonly load: () => Promise<void>
  /** Fetches all jobs with their first few failures. */
  readonly refresh: () => Promise<void>
  /** Fetches one job with all its details. */
  readonly fetchJob: (job: string) => Promise<void>
  readonly nameCollections: (found: readonly { id: string; name: string }[]) => void
  readonly go: (step: DraftStep) => void
  readonly open: (request: CallInput<'imports.open'>) => Promise<void>
  /** Makes changes one after the other. @returns whether it succeeded */
  readonly change: (work: (draftId: string) => Promise<ImportDraft>) => Promise<boolean>
  readonly discard: () => Promise<void>
  readonly start: () => Promise<void>
  readonly resume: (job: string) => Promise<void>
  readonly pause: (job: string) => Promise<void>
  readonly cancel: (job: string) => Promise<void>
}

/** Whether the job is stopped and can be resumed. */
export const isStopped = ({ state, isRunningHere }: ImportJobFacts): boolean =>
  !isRunningHere && (state === 'paused' || state === 'planned')

export const useImports = create<ImportsStore>((set, get) => {
  let last: Promise<unknown> = Promise.resolve()
  let offered: { readonly job: string; readonly notice: number } | undefined

  const setJob = (job: ImportJobFacts): void => {
    const others = get().jobs.filter(({ id }) => id !== job.id)
    set({ jobs: [...others, job].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) })
  }
  const setDraft = (draft: ImportDraft): void => set({ draft, revision: get().revision + 1 })

  const progressed = (progress: ImportProgressFacts): void => {
    set({ progress: { ...get().progress, [progress.job]: progress } })
    const known = get().jobs.find(({ id }) => id === progress.job)
    // Started elsewhere in this window (the sample), or its event arrived before the answer.
    if (known?.isRunningHere !== true) void get().refresh()
  }
  const ended = (job: ImportJobFacts): void => {
    setJob(job)
    const { route } = useNavigation.getState()
    if (route.view !== 'import' || route.job !== job.id) notifyEnd(job)
  }

  const changeOnce = async (work: (draftId: string) => Promise<ImportDraft>): Promise<boolean> => {
    const id = get().draft?.id
    if (id === undefined) return false
    try {
      const draft = await work(id)
      if (get().draft?.id === id) setDraft(draft)
      return true
    } catch (error) {
      if (isGone(error) && get().draft?.id === id) set({ draft: undefined })
      throw error
    }
  }

  /** After a reload the window continues with its draft. */
  const findDraft = async (): Promise<void> => {
    const draft = (await call('imports.drafts', null)).at(-1)
    if (draft === undefined || get().draft !== undefined) return
    setDraft(draft)
    get().nameCollections([{ id: draft.collectionId, name: draft.collectionName }])
  }

  /** The notice that offers to resume the job is outdated from now on. */
  const settleOffer = (job: string): void => {
    if (offered?.job === job) useNotices.getState().dismiss(offered.notice)
  }
  const show = (job: string): void => useNavigation.getState().go({ view: 'import', job })

  return {
    jobs: [],
    progress: {},
    names: {},
    draft: undefined,
    revision: 0,
    busy: 0,
    step: 'columns',
    follow: () => {
      const ends = [listen('imports.progress', progressed), listen('imports.ended', ended)]
      return () => ends.forEach((end) => end())
    },
    load: async () => {
      await get().refresh()
      await findDraft()
      const stopped = get().jobs.find(isStopped)
      if (stopped !== undefined)
        offered = {
          job: stopped.id,
          notice: notifyStopped(stopped, () => void attempt(() => get().resume(stopped.id))),
        }
    },
    refresh: async () => {
      const listed = await call('imports.list', null)
      const known = new Map(get().jobs.map((job) => [job.id, job]))
      set({ jobs: listed.map((job) => withKnown(job, known.get(job.id))) })
    },
    fetchJob: async (job) => setJob(await call('imports.job', { job })),
    nameCollections: (found) =>
      set({
        names: { ...get().names, ...Object.fromEntries(found.map(({ id, name }) => [id, name])) },
      }),
    go: (step) => set({ step }),
    open: async (request) => {
      const draft = await withVault(words.vault.plan, () => call('imports.open', request))
      const earlier = get().draft
      setDraft(draft)
      set({ step: 'columns' })
      get().nameCollections([{ id: draft.collectionId, name: draft.collectionName }])
      if (earlier !== undefined) await call('imports.discard', { draftId: earlier.id })
    },
    change: (work) => {
      set({ busy: get().busy + 1 })
      const done = last
        .then(() => attempt(() => changeOnce(work)))
        .finally(() => set({ busy: get().busy - 1 }))
      last = done
      return done.then((answer) => answer === true)
    },
    discard: async () => {
      const id = get().draft?.id
      if (id === undefined) return
      await call('imports.discard', { draftId: id })
      set({ draft: undefined })
    },
    start: async () => {
      const id = get().draft?.id
      if (id === undefined) return
      const { job } = await withVault(words.vault.start, () =>
        call('imports.start', { draftId: id }),
      )
      set({ draft: undefined })
      await get().refresh()
      show(job)
    },
    resume: async (id) => {
      const { job } = await withVault(words.vault.resume, () => call('imports.resume', { job: id }))
      settleOffer(id)
      await get().refresh()
      show(job)
    },
    pause: async (id) => {
      await call('imports.pause', { job: id })
      await get().refresh()
    },
    cancel: async (id) => {
      setJob(await call('imports.cancel', { job: id }))
      settleOffer(id)
    },
  }
})

/** A list has only the first failures and notes of each job; known ones are kept. */
const withKnown = (listed: ImportJobFacts, known: ImportJobFacts | undefined): ImportJobFacts =>
  known === undefined
    ? listed
    : {
        ...listed,
        failures: longer(listed.failures, known.failures).slice(0, listed.failed),
        notes: longer(listed.notes, known.notes),
      }

const longer = <T>(one: T[], other: T[]): T[] => (other.length > one.length ? other : one)

const isGone = (error: unknown): boolean => error instanceof CallError && error.code === 'not_found'

const notifyStopped = (job: ImportJobFacts, resume: () => void): number =>
  useNotices.getState().notify('info', words.earlier.stopped(job.added, job.total), {
    label: words.earlier.resume,
    run: resume,
  })

/** Reports the end of a run that no view shows. */
const notifyEnd = ({ state, total, failed }: ImportJobFacts): void => {
  const { notify } = useNotices.getState()
  if (state === 'done') notify('good', words.ended.done(total))
  else if (state === 'failed') notify('bad', words.ended.failed(failed))
  else if (state === 'paused') notify('info', words.ended.paused)
}
