import { create } from 'zustand'
import type { CallInput } from '#contract/window/calls.ts'
import type { ImportJobView } from '#contract/imports/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { CallError } from '../bridge.ts'
import { callQuery } from '../data/call-query.ts'
import { change } from '../data/change.ts'
import { changeDraft, currentDraft } from '../data/import-draft.ts'
import { isStopped } from '../data/imports.ts'
import type { CollectionRef } from '../data/minting.ts'
import { queryClient } from '../data/query-client.ts'
import { changeableTokens } from '../data/tokens.ts'
import { text } from '../text/en.ts'
import { useIssueFilter } from './issue-filter.ts'
import { fromThisView, type Lead } from './from-this-view.ts'
import { useNavigation } from './navigation.ts'
import { attempt, useNotices } from './notices.ts'
import { useQuestion } from './question.ts'
import { withVault } from './vault.ts'
import { readDetails } from '#values/errors/error-rules.ts'
import { mintingErrors } from '#contract/mints/errors.ts'

const words = text.importing

export const draftSteps = ['pictures', 'details', 'check', 'cost'] as const
export type DraftStep = (typeof draftSteps)[number]

/** Which step of the preparation is shown. */
export const useDraftStep = create<{
  readonly step: DraftStep
  readonly go: (step: DraftStep) => void
}>((set) => ({
  step: 'pictures',
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
  if (useNavigation.getState().route.view === 'import') return
  const notice = useNotices
    .getState()
    .notify('info', words.earlier.stopped(stopped.added, stopped.total), {
      label: words.earlier.resume,
      run: () => void attempt(() => resumeImport(stopped.id)),
    })
  offered = { job: stopped.id, notice }
  // That view offers it too.
  const stop = useNavigation.subscribe(({ route }) => {
    if (route.view !== 'import') return
    stop()
    settleOffer(stopped.id)
  })
}

/** The notice that offers to resume the job is outdated from now on. */
const settleOffer = (job: string): void => {
  if (offered?.job === job) useNotices.getState().dismiss(offered.notice)
}

/** Reads a folder and its table into a draft, which replaces the one before. */
export const openDraft = async (request: CallInput<'imports.open'>): Promise<void> => {
  const earlier = currentDraft()
  const { job } = await withVault(words.vault.plan, () => change('imports.open', request))
  useDraftStep.getState().go(job === null ? 'pictures' : 'check')
  if (job !== null) useNotices.getState().notify('info', words.reopened)
  if (earlier !== undefined) await change('imports.discard', { draftId: earlier.id })
}

/**
 * Opens tokens of a collection as a table, to change them, in place of the draft before. By default
 * all that can still be changed.
 */
export const openTokensAsTable = async (
  collectionRef: CollectionRef,
  chosen?: readonly string[],
): Promise<void> => {
  const lead = fromThisView()
  const tokens = [...(chosen ?? (await changeableTokens(collectionRef)))]
  await replaceDraft(async () => {
    await change('imports.openTokens', { ...collectionRef, tokens })
    useDraftStep.getState().go('check')
    lead({ route: { view: 'import', ...collectionRef }, done: words.draft.change.opened })
  })
}

/** Gives tokens back what they were before a run changed them. @returns what to say */
export const undoTokenEdits = async ({
  id: job,
  collectionId,
}: Pick<ImportJobView, 'id' | 'collectionId'>): Promise<string> => {
  const { changed, failed } = await withVault(words.vault.start, () =>
    change('imports.undoChanges', { job, collectionId }),
  )
  return words.run.change.undone(changed, failed.length)
}

/** Prepares an ended import again, with its fixes, to repair what failed; `row` is shown first. */
export const reopenImport = async (
  job: string,
  row?: number,
  lead: Lead = fromThisView(),
): Promise<void> => {
  await replaceDraft(async () => {
    await withVault(words.vault.plan, () => change('imports.reopen', { job }))
    useIssueFilter.getState().seek(row)
    useDraftStep.getState().go('check')
    lead({ route: { view: 'import' }, done: words.reopened })
  })
}

/**
 * Shows the draft instead of the form of a new import. A folder that was given to the form is set
 * aside: else it would be read as soon as this draft is discarded.
 */
export const continueDraft = ({ accountId, collectionId }: ImportDraft): void =>
  useNavigation.setState({ route: { view: 'import', accountId, collectionId } })

/** Discards a draft, after a question if edits would be lost; `open` makes another in its place. */
export const requestDiscard = async (
  draft: ImportDraft,
  open?: () => Promise<void>,
): Promise<void> => {
  const onDiscard = async () => {
    await open?.()
    await change('imports.discard', { draftId: draft.id })
  }
  if (draft.isEdited) useQuestion.getState().ask({ about: 'draft', draft, onDiscard })
  else await onDiscard()
}

const replaceDraft = async (open: () => Promise<void>): Promise<void> => {
  const earlier = currentDraft()
  await (earlier === undefined ? open() : requestDiscard(earlier, open))
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

export const startImport = async (
  draftId: string,
  options: {
    readonly skipInvalid: boolean
    readonly acceptsLocalImages: boolean
    readonly skipsRehearsal: boolean
  },
): Promise<void> => {
  const lead = fromThisView()
  const { job } = await withVault(words.vault.start, () =>
    change('imports.start', { draftId, ...options }),
  )
  lead({ route: { view: 'import', job }, done: words.started })
}

export const resumeImport = async (
  id: string,
  { acceptsLocalImages } = { acceptsLocalImages: false },
): Promise<void> => {
  const lead = fromThisView()
  const resumed = await withVault(words.vault.resume, () =>
    change('imports.resume', { job: id, acceptsLocalImages }),
  ).catch(nextStepOf(id, lead))
  if (resumed === undefined) return
  const { job } = resumed
  settleOffer(id)
  lead({ route: { view: 'import', job }, done: words.resumed })
}

/**
 * Files were renamed or removed since, so rows have errors: they are fixed in the draft. Images that
 * would exist on this computer only are accepted first.
 */
const nextStepOf =
  (job: string, lead: Lead) =>
  async (error: unknown): Promise<undefined> => {
    if (!(error instanceof CallError)) throw error
    const local = readDetails(mintingErrors, 'images_only_here', error.details)
    if (local !== undefined)
      useQuestion.getState().ask({ about: 'localImages', job, images: local.images })
    else if (error.code === 'invalid' && 'errors' in error.details)
      await reopenImport(job, undefined, lead)
    else throw error
  }

export const cancelImport = async (id: string): Promise<void> => {
  await change('imports.cancel', { job: id })
  settleOffer(id)
}
