import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import type { EventRow } from '#contract/events/calls.ts'
import type { LogEntry } from '#contract/log/entry.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import type { ImportJobView } from '#contract/imports/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import type { MintSummary } from '#contract/mints/calls.ts'
import type { SaleSummary } from '#contract/sales/calls.ts'
import type { SigningEntry } from '#contract/signing/calls.ts'
import type { ContextCommand } from '#contract/commands.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { call } from '../bridge.ts'
import { text } from '../text/en.ts'
import { canCancel, canResume } from '../data/imports.ts'
import { fetchCollectionState } from '../data/collection-state.ts'
import type { CollectionRef } from '../data/minting.ts'
import { isCancellable, isTimed } from '../data/sales.ts'
import { changeableTokens } from '../data/tokens.ts'
import {
  type PossibleAction,
  type PossibleActions,
  possibleActions,
} from '../data/possible-actions.ts'
import { openCollectionDialog, openWayTarget, type WayTarget } from './collection-view.ts'
import type { MenuEntry } from './context-menu.ts'
import { copy } from './copy.ts'
import { continueDraft, openTokensAsTable, requestDiscard, resumeImport } from './imports.ts'
import { useNavigation } from './navigation.ts'
import { attempt, useNotices } from './notices.ts'
import { importFrom } from './opened.ts'
import { openPolicyDialog, type PolicyDialog } from './policy-dialog.ts'
import { type OpenQuestion, useQuestion } from './question.ts'
import { requestRemoval } from './remove-collection.ts'
import type { Route } from './routes.ts'
import { withVault } from './vault.ts'

/**
 * What can be done with a thing wherever it is listed: the context menus and the palette offer the
 * same entries. Their words and keys are in the table of commands.
 */
const entry = (command: ContextCommand, run: () => void): MenuEntry => ({ command, run })
const workEntry = (command: ContextCommand, run: () => unknown): MenuEntry =>
  entry(command, () => void attempt(async () => run()))
const goTo = (command: ContextCommand, route: Route): MenuEntry =>
  entry(command, () => useNavigation.getState().go(route))
const copyOf = (command: ContextCommand, value: string): MenuEntry =>
  entry(command, () => void copy(value))
const ask = (command: ContextCommand, question: OpenQuestion): MenuEntry =>
  entry(command, () => useQuestion.getState().ask(question))
/** The window's guards decide which addresses open in the browser. */
const linkEntry = (command: ContextCommand, url: string): MenuEntry =>
  entry(command, () => void window.open(url, '_blank', 'noreferrer'))

/** The actions of a collection's way, and where each is done. `table`: in a draft of its own tokens. */
export const collectionSteps = [
  { action: 'importTokens', opens: 'import' },
  { action: 'editTokens', opens: 'table' },
  { action: 'payRoyalty', opens: 'royalty' },
  { action: 'mint', opens: 'mint' },
  { action: 'setPrice', opens: 'price' },
  { action: 'sell', opens: 'sell' },
  { action: 'backUp', opens: 'policy' },
] as const satisfies readonly {
  readonly action: PossibleAction
  readonly opens: WayTarget | 'table'
}[]
type CollectionStep = (typeof collectionSteps)[number]

const openStep = async (
  { opens }: CollectionStep,
  ref: CollectionRef,
  policyId: string,
): Promise<void> => {
  if (opens === 'table') await openTokensAsTable(ref)
  else openWayTarget(opens, ref, policyId)
}

export const collectionEntries = (
  collection: CollectionDetails,
  ref: CollectionRef,
  possible: PossibleActions,
): readonly MenuEntry[] => {
  const { name, policy, isPractice } = collection
  return [
    goTo('open', { view: 'collection', ...ref }),
    goTo('showSales', { view: 'collection', ...ref, part: 'sales' }),
    ...collectionSteps
      .filter(({ action }) => possible[action].isPossible)
      .map((step) => workEntry(step.action, () => openStep(step, ref, policy.policy_id))),
    entry('exportTokens', () => openCollectionDialog('export', ref)),
    entry('editCollection', () => openCollectionDialog('edit', ref)),
    'divider',
    copyOf('copyName', name),
    copyOf('copyPolicyId', policy.policy_id),
    ...(possible.deleteCollection.isPossible
      ? ([
          'divider',
          workEntry(isPractice ? 'removePractice' : 'remove', () =>
            requestRemoval(ref, collection),
          ),
        ] as const)
      : []),
  ]
}

/**
 * Begins a step of a collection that no view has open: what is possible is found out first. Where it
 * is not, the collection is shown, with the reason.
 */
export const beginStep = async (
  step: CollectionStep,
  collection: CollectionDetails,
  ref: CollectionRef,
): Promise<void> => {
  // What can be edited is known of each token alone.
  if (step.opens === 'table') await changeableTokens(ref)
  const possible = possibleActions(await fetchCollectionState(ref, collection))[step.action]
  if (possible.isPossible) {
    await openStep(step, ref, collection.policy.policy_id)
    return
  }
  useNavigation.getState().go({ view: 'collection', ...ref })
  useNotices.getState().notify('info', text.reasons[possible.reason])
}

/** Of a collection that no view has open: what is possible is found out first. */
export const fetchCollectionEntries = async (
  collection: CollectionDetails,
  ref: CollectionRef,
): Promise<readonly MenuEntry[]> =>
  collectionEntries(collection, ref, possibleActions(await fetchCollectionState(ref, collection)))

export const tokenEntries = (
  token: TokenRow,
  ref: CollectionRef,
  { deleteTokens }: Pick<PossibleActions, 'deleteTokens'>,
  onOpen: () => void,
): readonly MenuEntry[] => {
  const { name, asset_name, cid } = token
  return [
    entry('open', onOpen),
    'divider',
    copyOf('copyName', name),
    copyOf('copyAssetName', asset_name),
    ...(cid === null ? [] : [copyOf('copyCid', cid)]),
    ...(deleteTokens.isPossible
      ? (['divider', ask('remove', { about: 'token', collectionRef: ref, token })] as const)
      : []),
  ]
}

export const mintEntries = (
  { id, transactions }: Pick<MintSummary, 'id' | 'transactions'>,
  ref: CollectionRef,
): readonly MenuEntry[] => {
  const [first, second] = transactions
  const isOne = second === undefined
  const page = isOne ? (first?.page ?? null) : null
  return [
    goTo('open', { view: 'mint', ...ref, mintId: id }),
    ...(page === null ? [] : [linkEntry('showInExplorer', page)]),
    'divider',
    copyOf('copyId', id),
    ...(first === undefined
      ? []
      : [
          copyOf(
            isOne ? 'copyTxId' : 'copyTxIds',
            transactions.map(({ tx_id: txId }) => txId).join('\n'),
          ),
        ]),
  ]
}

export const saleEntries = (sale: SaleSummary, ref: CollectionRef): readonly MenuEntry[] => {
  const { id, payment_link: paymentLink, buyer_address: buyer, tx_id: txId } = sale
  const saleRef = { ...ref, saleId: id }
  return [
    goTo('open', { view: 'sale', ...saleRef }),
    ...(isTimed(sale) && typeof paymentLink === 'string'
      ? [
          // A link to this computer is no use to a buyer.
          ...(isLocalLink(paymentLink) ? [] : [copyOf('copyPaymentLink', paymentLink)]),
          linkEntry('openPaymentPage', paymentLink),
        ]
      : []),
    'divider',
    copyOf('copyId', id),
    ...(typeof buyer === 'string' ? [copyOf('copyBuyer', buyer)] : []),
    ...(typeof txId === 'string' ? [copyOf('copyTxId', txId)] : []),
    ...(isCancellable(sale)
      ? (['divider', ask('cancelSale', { about: 'sale', saleRef })] as const)
      : []),
  ]
}

/** An event of a sale, as a minting service reported it. */
export const eventEntries = ({ saleId }: EventRow, onOpen: () => void): readonly MenuEntry[] => [
  entry('open', onOpen),
  ...(saleId === null ? [] : (['divider', copyOf('copySaleId', saleId)] as const)),
]

/** An entry of the app's own log. */
export const logEntries = (
  logged: LogEntry,
  isOpen: boolean,
  onToggle: () => void,
): readonly MenuEntry[] => [
  entry(isOpen ? 'hideDetails' : 'showDetails', onToggle),
  'divider',
  copyOf('copyMessage', logged.message),
  copyOf('copyEntry', logText(logged)),
]

/** An entry as lines of text: time, level and kind, its message, its details. */
const logText = ({ at, level, kind, message, details }: LogEntry): string =>
  [
    `${at} ${level} ${kind}`,
    message,
    ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')

/** What can be done with a policy. Its keys can go or be backed up where they are on this computer. */
export const policyEntries = ({ policyId, name, keys, lock }: PolicyView): readonly MenuEntry[] => {
  const hasKeys = keys.some(({ here }) => here)
  const dialogOf = (command: ContextCommand, dialog: PolicyDialog): MenuEntry =>
    entry(command, () => openPolicyDialog({ policyId, dialog }))
  return [
    goTo('open', { view: 'policies', policyId }),
    ...(hasKeys
      ? [
          dialogOf('backUp', 'make'),
          dialogOf('testBackup', 'test'),
          dialogOf('exportKeys', 'reveal'),
        ]
      : []),
    workEntry('savePublicPolicy', () => savePublicPolicy(policyId)),
    ...(lock === null ? [] : [goTo('showLocks', { view: 'policies', tab: 'locks' })]),
    'divider',
    ...(name === null ? [] : [copyOf('copyName', name)]),
    copyOf('copyPolicyId', policyId),
    ...(hasKeys ? (['divider', dialogOf('removeKeys', 'remove')] as const) : []),
  ]
}

/** What another computer needs to build mints under the policy, as a file. */
export const savePublicPolicy = async (policyId: string): Promise<void> => {
  const words = text.policies.publicFile
  const path = await withVault(words.reason, () => call('policies.savePublic', { policyId }))
  if (path !== null) useNotices.getState().notify('good', words.saved(path))
}

export const requestEntries = ({ id, firstTxId }: SigningEntry): readonly MenuEntry[] => [
  goTo('open', { view: 'signing', requestId: id }),
  'divider',
  copyOf('copyTxId', firstTxId),
]

/** An import that is being prepared. */
export const draftEntries = (draft: ImportDraft): readonly MenuEntry[] => [
  entry('continueDraft', () => continueDraft(draft)),
  ...(draft.folder === '' ? [] : fileEntries(draft.folder, 'open')),
  'divider',
  workEntry(draft.isEdited ? 'discardEdits' : 'discardDraft', () => requestDiscard(draft)),
]

/** An import that was started. */
export const importEntries = (job: ImportJobView): readonly MenuEntry[] => [
  goTo('open', { view: 'import', job: job.id }),
  ...(canResume(job) ? [workEntry('resumeImport', () => resumeImport(job.id))] : []),
  ...(job.purpose === 'change' ? [] : folderEntries(job.folder)),
  ...(canCancel(job) ? (['divider', ask('cancelImport', { about: 'import', job })] as const) : []),
]

/** A folder on this computer that was imported, or is being imported. */
export const folderEntries = (folder: string): readonly MenuEntry[] => [
  entry('importAgain', () => importFrom(folder)),
  ...fileEntries(folder, 'open'),
]

/** A file of such a folder, or the folder. */
export const fileEntries = (path: string, how?: 'open'): readonly MenuEntry[] => [
  ...(how === undefined ? [] : [shownBySystem('openFolder', path, how)]),
  shownBySystem('reveal', path, 'reveal'),
  'divider',
  copyOf('copyPath', path),
]

const shownBySystem = (command: ContextCommand, path: string, how: 'open' | 'reveal'): MenuEntry =>
  workEntry(command, () => call('app.showInFolder', { path, how }))
