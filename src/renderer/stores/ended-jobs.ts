import type { EventPayload } from '#contract/window/calls.ts'
import type { ImportJobView } from '#contract/imports/calls.ts'
import type { RehearsalNow } from '#contract/sales/calls.ts'
import { listen } from '../bridge.ts'
import { callKey } from '../data/call-query.ts'
import { queryClient } from '../data/query-client.ts'
import { text } from '../text/en.ts'
import { undoTokenEdits } from './imports.ts'
import { notifyUndoable } from './undo.ts'
import { localAccount } from './accounts.ts'
import { isSameRoute, useNavigation } from './navigation.ts'
import { type Notice, useNotices } from './notices.ts'
import type { Route } from './routes.ts'

/** Reports the end of work that no view shows. @returns a function that stops it */
export const followEndedJobs = (): (() => void) => {
  const ends = [
    listen('imports.ended', reportImport),
    listen('minting.ended', reportMint),
    listen('sales.rehearsalEnded', reportRehearsal),
  ]
  return () => ends.forEach((end) => end())
}

const report = (tone: Notice['tone'], words: string, route: Route, collectionId?: string): void => {
  if (!isSameRoute(useNavigation.getState().route, route))
    useNotices.getState().notifyResult(tone, words, route, collectionId)
}

const reportImport = (job: ImportJobView): void => {
  const { id, collectionId, purpose, state, total, failed, added } = job
  const words = text.importing.ended
  const route: Route = { view: 'import', job: id }
  if (purpose === 'change' && (state === 'done' || state === 'failed') && added > 0) {
    notifyUndoable(text.importing.run.change.ended(added), () => undoTokenEdits(job), route)
    if (state === 'done') return
  }
  if (state === 'done') report('good', words.done(total), route, collectionId)
  else if (state === 'failed') report('bad', words.failed(failed), route)
  else if (state === 'paused') report('info', words.paused, route)
}

const reportMint = (mint: EventPayload<'minting.ended'>): void => {
  const { accountId, collectionId, mintId, status, kind, tokens, collectionName } = mint
  const words = text.minting.ended
  const route: Route = { view: 'mint', accountId, collectionId, mintId }
  if (status === 'completed')
    report('good', words.done[kind](collectionName, tokens), route, collectionId)
  else if (status === 'failed') report('bad', words.failed(collectionName), route)
}

/** A rehearsal has no view of its own: its dialog reads the state, and its collection stays. */
const reportRehearsal = ({ rehearsal, error }: RehearsalNow): void => {
  const shown = queryClient.getQueryCache().find({ queryKey: callKey('sales.rehearsal', null) })
  const collectionId = rehearsal?.collectionId
  if (collectionId === undefined || (shown?.getObserversCount() ?? 0) > 0) return
  const cases = rehearsal?.cases ?? []
  const failed = cases.filter(({ state }) => state === 'failed').length
  const words = text.sales.rehearse
  const route = {
    view: 'collection',
    accountId: localAccount,
    collectionId,
    part: 'sales',
  } as const
  if (error !== null) report('bad', words.ended.failed(error), route)
  else if (cases.some(({ state }) => state === 'stopped')) report('info', words.stopped, route)
  else report(failed === 0 ? 'good' : 'bad', words.ended.done(cases.length, failed), route)
}
