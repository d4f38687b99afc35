import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import type { EventRow } from '#shared/calls/events.ts'
import type { LogEntry, PolicyFacts } from '#shared/calls/facts.ts'
import type { ImportDraft, ImportJobFacts } from '#shared/calls/imports.ts'
import type { MintSummary } from '#shared/calls/minting.ts'
import type { SaleSummary } from '#shared/calls/sales.ts'
import type { SigningEntry } from '#shared/calls/signing.ts'
import { call } from '../bridge.ts'
import { canCancel, canResume } from '../data/imports.ts'
import { lockStateOf } from '../data/lock.ts'
import type { CollectionRef } from '../data/minting.ts'
import { isTimed } from '../data/sales.ts'
import { canChange } from '../data/token-status.ts'
import { text } from '../text/en.ts'
import type { MenuEntry } from './context-menu.ts'
import { copy } from './copy.ts'
import { requestDiscard, resumeImport } from './imports.ts'
import { useNavigation } from './navigation.ts'
import { attempt } from './notices.ts'
import { importFrom } from './opened.ts'
import { type Question, useQuestion } from './question.ts'
import { requestRemoval } from './remove-collection.ts'
import type { Route } from './routes.ts'

/**
 * What can be done with a thing wherever it is listed: the context menus and the palette offer the
 * same entries.
 */
const words = text.menu

const goTo = (label: string, route: Route): MenuEntry => ({
  label,
  run: () => useNavigation.getState().go(route),
})
const copyOf = (label: string, value: string): MenuEntry => ({ label, run: () => void copy(value) })

const ask = (question: Question): void => useQuestion.getState().ask(question)
const danger = (label: string, work: () => unknown): MenuEntry => ({
  label,
  run: () => void attempt(async () => work()),
  isDangerous: true,
})
/** The window's guards decide which addresses open in the browser. */
const outside = (label: string, url: string): MenuEntry => ({
  label,
  run: () => void window.open(url, '_blank', 'noreferrer'),
})

export const collectionEntries = (
  collection: CollectionFacts,
  ref: CollectionRef,
): readonly MenuEntry[] => {
  const { name, policy, isPractice, token_count: all, token_for_sale_count: open } = collection
  const isLocked = lockStateOf(policy, Date.now()).kind === 'locked'
  return [
    goTo(words.openCollection, { view: 'collection', ...ref }),
    goTo(words.sales, { view: 'collection', ...ref, part: 'sales' }),
    ...(isLocked ? [] : [goTo(words.importInto, { view: 'import', ...ref })]),
    ...(isLocked || open === 0 ? [] : [goTo(words.mint, { view: 'mint', ...ref })]),
    'divider',
    copyOf(words.copyName, name),
    copyOf(words.copyPolicyId, policy.policy_id),
    // A service keeps a collection with tokens that are minted, sold or reserved.
    ...(isPractice || open === all
      ? ([
          'divider',
          danger(isPractice ? words.removePractice : words.removeCollection, () =>
            requestRemoval(ref, collection),
          ),
        ] as const)
      : []),
  ]
}

export const tokenEntries = (
  token: TokenRow,
  ref: CollectionRef,
  onOpen: () => void,
): readonly MenuEntry[] => {
  const { name, asset_name, cid } = token
  return [
    { label: words.openToken, run: onOpen },
    'divider',
    copyOf(words.copyName, name),
    copyOf(words.copyAssetName, asset_name),
    ...(cid === null ? [] : [copyOf(words.copyCid, cid)]),
    ...(canChange(token)
      ? ([
          'divider',
          danger(words.removeToken, () => ask({ about: 'token', collectionRef: ref, token })),
        ] as const)
      : []),
  ]
}

export const mintEntries = (
  { id, links }: MintSummary,
  ref: CollectionRef,
): readonly MenuEntry[] => {
  const [first, second] = links
  const isOne = second === undefined
  const page = isOne ? (first?.page ?? null) : null
  return [
    goTo(words.open, { view: 'mint', ...ref, mintId: id }),
    ...(page === null ? [] : [outside(text.common.showInExplorer, page)]),
    'divider',
    copyOf(words.copyId, id),
    ...(first === undefined
      ? []
      : [
          copyOf(
            isOne ? words.copyTxId : words.copyTxIds(links.length),
            links.map(({ txId }) => txId).join('\n'),
          ),
        ]),
  ]
}

export const saleEntries = (sale: SaleSummary, ref: CollectionRef): readonly MenuEntry[] => {
  const { id, status, paymentLink, buyer, txId } = sale
  const saleRef = { ...ref, saleId: id }
  return [
    goTo(words.open, { view: 'sale', ...saleRef }),
    ...(isTimed(sale)
      ? [copyOf(words.copyPaymentLink, paymentLink), outside(text.sales.sale.openLink, paymentLink)]
      : []),
    'divider',
    copyOf(words.copyId, id),
    ...(buyer === null ? [] : [copyOf(words.copyBuyer, buyer)]),
    ...(txId === null ? [] : [copyOf(words.copyTxId, txId)]),
    ...(status === 'RESERVED'
      ? (['divider', danger(words.cancelSale, () => ask({ about: 'sale', saleRef }))] as const)
      : []),
  ]
}

/** An event of a sale, as a minting service reported it. */
export const eventEntries = ({ saleId }: EventRow, onOpen: () => void): readonly MenuEntry[] => [
  { label: words.openEvent, run: onOpen },
  ...(saleId === null ? [] : (['divider', copyOf(words.copySaleId, saleId)] as const)),
]

/** An entry of the app's own log. */
export const logEntries = (
  entry: LogEntry,
  isOpen: boolean,
  onToggle: () => void,
): readonly MenuEntry[] => [
  { label: isOpen ? words.hideDetails : words.showDetails, run: onToggle },
  'divider',
  copyOf(words.copyMessage, entry.message),
  copyOf(words.copyEntry, logText(entry)),
]

/** An entry as lines of text: time, level and kind, its message, its details. */
const logText = ({ at, level, kind, message, details }: LogEntry): string =>
  [
    `${at} ${level} ${kind}`,
    message,
    ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')

export const policyEntries = ({ policyId, name }: PolicyFacts): readonly MenuEntry[] => [
  goTo(words.openPolicy, { view: 'policies', policyId }),
  'divider',
  ...(name === null ? [] : [copyOf(words.copyName, name)]),
  copyOf(words.copyPolicyId, policyId),
]

export const requestEntries = ({ id, firstTxId }: SigningEntry): readonly MenuEntry[] => [
  goTo(words.openRequest, { view: 'signing', requestId: id }),
  'divider',
  copyOf(words.copyTxId, firstTxId),
]

/** An import that is being prepared. */
export const draftEntries = (draft: ImportDraft, onGoOn: () => void): readonly MenuEntry[] => [
  { label: words.goOnWithDraft, run: onGoOn },
  ...fileEntries(draft.folder, 'open'),
  'divider',
  danger(words.discardDraft(draft.isEdited), () => requestDiscard(draft)),
]

/** An import that was started. */
export const importEntries = (job: ImportJobFacts): readonly MenuEntry[] => [
  goTo(words.showImport, { view: 'import', job: job.id }),
  ...(canResume(job)
    ? [
        {
          label: text.importing.earlier.resume,
          run: () => void attempt(() => resumeImport(job.id)),
        },
      ]
    : []),
  ...folderEntries(job.folder),
  ...(canCancel(job)
    ? (['divider', danger(words.cancelImport, () => ask({ about: 'import', job }))] as const)
    : []),
]

/** A folder on this computer that was imported, or is being imported. */
export const folderEntries = (folder: string): readonly MenuEntry[] => [
  { label: words.importAgain, run: () => importFrom(folder) },
  ...fileEntries(folder, 'open'),
]

/** A file of such a folder, or the folder. */
export const fileEntries = (path: string, how?: 'open'): readonly MenuEntry[] => [
  ...(how === undefined ? [] : [shownBySystem(words.openFolder, path, how)]),
  shownBySystem(words.reveal, path, 'reveal'),
  'divider',
  copyOf(words.copyPath, path),
]

const shownBySystem = (label: string, path: string, how: 'open' | 'reveal'): MenuEntry => ({
  label,
  run: () => void attempt(() => call('app.showInFolder', { path, how })),
})
