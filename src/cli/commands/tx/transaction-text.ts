import { adaText, countText } from '#values/text/format.ts'
import type {
  AssetAmount,
  InputSummary,
  NftSummary,
  OutputSummary,
  TransactionSummary,
  TransactionWarning,
} from '#contract/signing/transactions.ts'
import type { SignatureReview } from '#app/asks.ts'
import { assetName, netChangeLines, netChangeOf } from '#contract/signing/net-change.ts'
import { acceptanceCode } from './acceptance-code.ts'
import { warningAdvice } from '#cli/terminal/error-advice.ts'
import { type Text, detailTable, sections } from '#cli/terminal/table.ts'
import { completeText } from './transaction-input.ts'
import { staleText, totalsText } from './transaction-totals.ts'

/** Everything a person needs to know before signing: what their vault gains or loses, the totals, then each transaction with its warnings. Nothing is cut. */
export const openedText = (opened: SignatureReview): Text => {
  const { request, transactions, note } = opened
  return sections(
    ...(note === undefined ? [] : [note]),
    ...staleText(opened),
    ...netChangeText(opened),
    ...(transactions.length === 1 ? [] : [totalsText(opened)]),
    ...(request === undefined ? [] : [requestText(request)]),
    ...transactions.map((transaction, position) =>
      transactions.length === 1
        ? inspectedText(transaction, opened)
        : [
            `Transaction ${position + 1} of ${transactions.length}`,
            inspectedText(transaction, opened, position + 1),
          ],
    ),
  )
}

/** What comes before a review that is longer than the terminal: counts, receivers, fees and warnings. */
export const reviewSummary = (opened: SignatureReview): Text =>
  sections(
    ...(opened.note === undefined ? [] : [opened.note]),
    ...staleText(opened),
    totalsText(opened),
    ...gravestText(opened),
  )

/** The warnings and errors, for whoever confirms without a look at the rest. */
export const gravestText = ({ transactions }: SignatureReview): readonly string[] =>
  transactions.flatMap(({ warnings }, at) =>
    warnings
      .filter(({ severity }) => severity !== 'info')
      .map((warning) => warningLine(warning, transactions.length === 1 ? undefined : at + 1)),
  )

/** What all transactions together do to this computer's vault; nothing where no vault is known. */
const netChangeText = ({ ownKeys, transactions }: SignatureReview): readonly Text[] => {
  if (ownKeys === undefined) return []
  const change = netChangeOf(transactions.map(({ summary }) => summary))
  const { length } = transactions
  const title = length === 1 ? 'your vault' : `your vault, by all ${length} transactions`
  return [detailTable([[title, netChangeLines(change)]])]
}

const requestText = (request: NonNullable<SignatureReview['request']>): Text => [
  detailTable([
    ['request', request.title],
    ['collection', request.collectionName],
    ['network', request.network],
    ['made', request.createdAt.toISOString()],
    [
      'parameters',
      request.parameters === undefined
        ? undefined
        : `as of ${request.parameters.asOf.toISOString()}`,
    ],
  ]),
  'Only stated by the file: all of this, names of addresses, and what unproved inputs hold.',
]

/** @param place in the request, from 1; undefined where it is the only one */
const inspectedText = (
  { summary, warnings }: SignatureReview['transactions'][number],
  { ownKeys = new Set() }: SignatureReview,
  position?: number,
): Text => [
  ...warnings.map((warning) => warningLine(warning, position)),
  ...(warnings.length === 0 ? [] : ['']),
  detailTable([
    ['transaction', summary.txId],
    ['network', networkText(summary)],
    ['fee', adaText(summary.fee, 'ADA')],
    ['from', grouped(summary.inputs.map(inputText))],
    ['to', grouped(summary.outputs.map(outputText))],
    ['mints', summary.mint.flatMap(mintLines)],
    ['shown as', grouped(summary.metadata?.nfts.map(nftText) ?? [])],
    ['royalty', royaltyText(summary)],
    ['metadata', labelsText(summary)],
    ['valid', validityText(summary)],
    ['collateral', collateralLines(summary)],
    ['also', summary.also.map(otherFieldText)],
    [
      'signed by',
      summary.signatures.length === 0 ? ['nobody yet'] : summary.signatures.map(signatureText),
    ],
    ['to sign', missingLines(summary, ownKeys)],
    ['size', sizeText(summary)],
  ]),
  completeText(summary, warnings, ownKeys),
]

/** An error is named by what accepts it: its code, and of several transactions which one. */
const warningLine = (
  { severity, code, facts: known, message }: TransactionWarning,
  position?: number,
): string =>
  `${marks[severity]}  ${[message, warningAdvice(code, known)].filter((part) => part !== undefined).join(' ')}${severity === 'error' ? ` [${acceptanceCode(code, position)}]` : ''}`

const marks = { error: 'STOP   ', warning: 'WARNING', info: 'note   ' } as const

/** Equal lines become one with their number. */
const grouped = (lines: readonly string[]): readonly string[] =>
  [...Map.groupBy(lines, (line) => line)].map(([line, { length }]) =>
    length === 1 ? line : `${length} times ${line}`,
  )

const networkText = ({ network }: TransactionSummary): string => {
  if (network.id === null) return 'its addresses disagree'
  if (network.name === null) return 'a test network (say which with --network)'
  return `${network.name}${network.isGuess ? ', by its addresses' : ''}`
}

const inputText = ({ txId, index, address, lovelace, assets, source }: InputSummary): string => {
  const ref = `${txId}#${index}`
  if (address === null || lovelace === null) return `${ref} (contents unproved)`
  const value = valueText(lovelace, assets ?? [])
  return `${value} of ${address} (${ref}${source === 'stated' ? ', contents unproved: as stated' : ''})`
}

const outputText = (output: OutputSummary): string => {
  const { address, label, lovelace, assets, datum, hasForeignStake, hasReferenceScript } = output
  const notes = [
    ...holderNotes(output),
    ...(hasForeignStake ? ['with a stake part of somebody else'] : []),
    ...(label === null ? [] : [`"${label}" by the request`]),
    ...(datum === 'none' ? [] : ['with a datum']),
    ...(hasReferenceScript ? ['with a reference script'] : []),
  ]
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  return `${valueText(lovelace, assets)} to ${address}${note}`
}

const holderNotes = ({ holder, bookLabel, lovelace, assets, leaving }: OutputSummary): string[] => {
  if (holder === 'vault') return ['yours']
  if (holder === 'address_book') return [`"${bookLabel}" in your address book`]
  if (leaving === null) return ['back to where it came from']
  const isAll = leaving.lovelace === lovelace && leaving.assets.length === assets.length
  return isAll ? [] : [`of which ${valueText(leaving.lovelace, leaving.assets)} leaves`]
}

/** What can be lost if scripts fail, and what of it comes back. */
const collateralLines = ({
  collateral,
  collateralReturn,
  totalCollateral,
}: TransactionSummary): readonly string[] | undefined => {
  if (collateral.length === 0) return undefined
  return [
    ...collateral.map((input) => `can be lost: ${inputText(input)}`),
    ...(collateralReturn === null ? [] : [`then returned: ${outputText(collateralReturn)}`]),
    ...(totalCollateral === null ? [] : [`taken then: ${adaText(totalCollateral, 'ADA')}`]),
  ]
}

const valueText = (lovelace: string, assets: readonly AssetAmount[]): string =>
  [
    adaText(lovelace, 'ADA'),
    ...assets.map((asset) => `${assetText(asset)} (policy ${asset.policyId})`),
  ].join(' + ')

const assetText = (asset: AssetAmount): string =>
  asset.quantity === '1' ? assetName(asset) : `${asset.quantity} × ${assetName(asset)}`

const mintLines = (mint: TransactionSummary['mint'][number]): string[] => {
  const lock =
    mint.lockSlot === null ? '' : `, locks at ${mint.lockTime ?? `slot ${mint.lockSlot}`}`
  const script = mint.script === null ? mint.scriptOrigin : JSON.stringify(mint.script)
  return [
    `under policy ${mint.policyId}${lock}`,
    `  script ${script}`,
    ...mint.assets.map((asset) => `  ${assetText(asset)}`),
  ]
}

const nftText = ({ name, assetName, nameHex, image, attributes }: NftSummary): string =>
  [
    `${name ?? 'no name'} (${assetName ?? nameHex})`,
    image ?? 'no image',
    ...attributes.map(({ key, value }) => `${key}: ${JSON.stringify(value)}`),
  ].join(', ')

const royaltyText = ({ metadata }: TransactionSummary): string | undefined => {
  const royalty = metadata?.royalty ?? null
  if (royalty === null) return undefined
  return `${royalty.rate ?? 'no rate'} to ${royalty.address ?? 'nobody'}`
}

const labelsText = ({ metadata }: TransactionSummary): readonly string[] => {
  const others = metadata?.labels.filter(({ label }) => label !== '721' && label !== '777') ?? []
  return others.map(({ label, json }) => `${label}: ${JSON.stringify(json)}`)
}

type Moment = TransactionSummary['validity']['invalidBefore']

const momentText = (moment: NonNullable<Moment>): string =>
  moment.time === null ? `slot ${moment.slot}` : `${moment.time} (slot ${moment.slot})`

const validityText = ({ validity }: TransactionSummary): string => {
  const { invalidBefore, invalidHereafter } = validity
  const from = invalidBefore === null ? '' : `from ${momentText(invalidBefore)} `
  return `${from}${invalidHereafter === null ? 'for ever' : `until ${momentText(invalidHereafter)}`}`
}

const otherFieldText = ({ kind, count, detail }: TransactionSummary['also'][number]): string =>
  `${kind.replaceAll('_', ' ')}: ${detail ?? count}`

const signatureText = ({ keyHash, isValid }: TransactionSummary['signatures'][number]): string =>
  isValid ? keyHash : `${keyHash} (WRONG signature)`

const missingLines = ({ missing }: TransactionSummary, ownKeys: ReadonlySet<string>): string[] => [
  ...missing.keys.map((key) => `key ${key}${ownKeys.has(key) ? ' (your own)' : ''}`),
  ...missing.choices.map(({ count, of }) => `${count} of the keys ${of.join(', ')}`),
  ...missing.scripts.map((hash) => `script ${hash}`),
  ...(missing.unknownInputs === 0
    ? []
    : [
        `perhaps the owners of ${countText(missing.unknownInputs, 'input')} with unproved contents`,
      ]),
]

const sizeText = ({ size }: TransactionSummary): string => {
  const signed = size.signedBytes === size.bytes ? '' : `, ${size.signedBytes} when signed`
  return `${size.bytes} bytes${signed}, of at most ${size.limit}`
}
