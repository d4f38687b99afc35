import { create } from 'zustand'
import type { CallInput } from '#shared/calls/contract.ts'
import type { ImportDraft } from '#shared/calls/imports.ts'
import { callQuery } from '../data/call-query.ts'
import { change } from '../data/change.ts'
import { changeDraft, currentDraft } from '../data/import-draft.ts'
import { isStopped } from '../data/imports.ts'
import { queryClient } from '../data/query-client.ts'
import { text } from '../text/en.ts'
import { fromThisView } from './from-this-view.ts'
import { attempt, useNotices } from './notices.ts'
import { withVault } from './vault.ts'

const words = text.importing

export const draftSteps = ['columns', 'issues', 'preview', 'options', 'start'] as const
export type DraftStep = (typeof draftSteps)[number]

/** Which step of the preparation is shown. */
export const useDraftStep = create<{
  readonly step: DraftStep
  readonly go: (step: DraftStep) => void
}>((set) => ({
  step: 'columns',
  go: (step) => set({ step }),
}))

let offered: { readonly job: string; readonly notice: number } | undefined

/** Fetches what the window needs of imports when it starts, and offers to resume one that stopped. */
export const loadImports = async (): Promise<void> => {
  const [jobs] = await Promise.all([
    queryClient.fetchQuery(callQuery('imports.list', null)),
    // After a reload the window continues with its draft.
    queryClient.fetchQuery(callQuery('imports.drafts', null)),
  ])
  const stopped = jobs.find(isStopped)
  if (stopped === undefined) return
  const notice = useNotices
    .getState()
    .notify('info', words.earlier.stopped(stopped.added, stopped.total), {
      label: words.earlier.resume,
      run: () => void attempt(() => resumeImport(stopped.id)),
    })
  offered = { job: stopped.id, notice }
}

/** The notice that offers to resume the job is outdated from now on. */
const settleOffer = (job: string): void => {
  if (offered?.job === job) useNotices.getState().dismiss(offered.notice)
}

/** Reads a folder and its table into a draft, which replaces the one before. */
export const openDraft = async (request: CallInput<'imports.open'>): Promise<void> => {
  const earlier = currentDraft()
  await withVault(words.vault.plan, () => change('imports.open', request))
  useDraftStep.getState().go('columns')
  if (earlier !== undefined) await change('imports.discard', { draftId: earlier.id })
}

/** Changes the draft; a failure becomes a notice. @returns whether it was done */
export const editDraft = async (
  work: (draft: ImportDraft) => Promise<unknown>,
): Promise<boolean> => {
  const done = await attempt(async () => {
    await changeDraft(work)
    return true
  })
  return done === true
}

export const startImport = async (draftId: string, skipInvalid: boolean): Promise<void> => {
  const lead = fromThisView()
  const { job } = await withVault(words.vault.start, () =>
    change('imports.start', { draftId, skipInvalid }),
  )
  lead({ route: { view: 'import', job }, done: words.started })
}

export const resumeImport = async (id: string): Promise<void> => {
  const lead = fromThisView()
  const { job } = await withVault(words.vault.resume, () => change('imports.resume', { job: id }))
  settleOffer(id)
  lead({ route: { view: 'import', job }, done: words.resumed })
}

export const cancelImport = async (id: string): Promise<void> => {
  await change('imports.cancel', { job: id })
  settleOffer(id)
}
