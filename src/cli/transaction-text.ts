import { ada } from '../shared/amounts.ts'
import type {
  AssetAmount,
  InputFacts,
  NftFacts,
  OutputFacts,
  TransactionSummary,
} from '../shared/transactions.ts'
import type { InspectedTransaction } from '../core/signing/inspect-request.ts'
import type { SigningRequest } from '../core/signing/request-types.ts'
import { facts, plural } from './table.ts'
import { completeText, type OpenedTransactions } from './transaction-input.ts'

/** Lists longer than this are cut; `--json` has them whole. */
const shownAtMost = 12

/** Everything a person needs to judge, warnings first. */
export const openedText = ({ request, transactions }: OpenedTransactions): string =>
  [
    ...(request === undefined ? [] : [requestText(request)]),
    ...transactions.map((one, place) =>
      transactions.length === 1
        ? inspectedText(one)
        : `Transaction ${place + 1} of ${transactions.length}\n${inspectedText(one)}`,
    ),
  ].join('\n\n')

const requestText = (request: SigningRequest): string =>
  `${facts([
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
  ])}
Told by the file, not by the transactions: this, what inputs hold, and the names of addresses.`

const inspectedText = ({ summary, warnings }: InspectedTransaction): string =>
  [
    ...warnings.map(({ severity, message }) => `${marks[severity]}  ${message}`),
    ...(warnings.length === 0 ? [] : ['']),
    facts([
      ['transaction', summary.txId],
      ['network', networkText(summary)],
      ['fee', ada(summary.fee)],
      ['from', list(summary.inputs.map(inputText))],
      ['to', list(summary.outputs.map(outputText))],
      ['mints', list(summary.mint.flatMap(mintLines))],
      ['shown as', list(summary.metadata?.nfts.map(nftText) ?? [])],
      ['royalty', royaltyText(summary)],
      ['metadata', labelsText(summary)],
      ['valid', validityText(summary)],
      ['also', list(summary.also.map(alsoText))],
      [
        'signed by',
        list(
          summary.signatures.length === 0 ? ['nobody yet'] : summary.signatures.map(signatureText),
        ),
      ],
      ['missing', list(missingLines(summary))],
      ['size', sizeText(summary)],
    ]),
    completeText(summary),
  ].join('\n')

const marks = { error: 'STOP   ', warning: 'WARNING', info: 'note   ' } as const

const list = (lines: readonly string[]): readonly string[] => {
  const shown = lines.slice(0, shownAtMost)
  const rest = lines.length - shown.length
  return [...shown, ...(rest === 0 ? [] : [`and ${rest} more`])]
}

const networkText = ({ network }: TransactionSummary): string => {
  if (network.id === null) return 'its addresses disagree'
  if (network.name === null) return 'a test network (say which with --network)'
  return `${network.name}${network.isGuess ? ', by its addresses' : ''}`
}

const inputText = ({ txId, index, address, lovelace, assets, source }: InputFacts): string => {
  const ref = `${txId}#${index}`
  if (address === null || lovelace === null) return `${ref} (what it holds is not known)`
  const value = valueText(lovelace, assets ?? [])
  return `${value} of ${address} (${ref}${source === 'told' ? ', as told' : ''})`
}

const outputText = ({ address, label, isReturn, lovelace, assets, datum }: OutputFacts): string => {
  const notes = [
    ...(isReturn ? ['back to where it came from'] : []),
    ...(label === null ? [] : [`"${label}"`]),
    ...(datum === 'none' ? [] : ['with a datum']),
  ]
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  return `${valueText(lovelace, assets)} to ${address}${note}`
}

const valueText = (lovelace: string, assets: readonly AssetAmount[]): string => {
  const [first, ...more] = assets.map(assetText)
  if (first === undefined) return ada(lovelace)
  return more.length < 3
    ? `${ada(lovelace)} + ${[first, ...more].join(', ')}`
    : `${ada(lovelace)} + ${first} and ${more.length} more tokens`
}

const assetText = ({ name, nameHex, quantity }: AssetAmount): string => {
  const called = name ?? (nameHex === '' ? 'the token without a name' : `0x${nameHex}`)
  return quantity === '1' ? called : `${quantity} × ${called}`
}

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

const nftText = ({ name, assetName, nameHex, image, attributes }: NftFacts): string =>
  [
    `${name ?? 'no name'} (${assetName ?? nameHex})`,
    image ?? 'no image',
    ...(attributes.length === 0 ? [] : [plural(attributes.length, 'more field')]),
  ].join(', ')

const royaltyText = ({ metadata }: TransactionSummary): string | undefined => {
  const royalty = metadata?.royalty ?? null
  if (royalty === null) return undefined
  return `${royalty.rate ?? 'no rate'} to ${royalty.address ?? 'nobody'}`
}

const labelsText = ({ metadata }: TransactionSummary): readonly string[] => {
  const others = metadata?.labels.filter(({ label }) => label !== '721' && label !== '777') ?? []
  return list(others.map(({ label, json }) => `${label}: ${JSON.stringify(json).slice(0, 200)}`))
}

type Moment = TransactionSummary['validity']['invalidBefore']

const momentText = (moment: NonNullable<Moment>): string =>
  moment.time === null ? `slot ${moment.slot}` : `${moment.time} (slot ${moment.slot})`

const validityText = ({ validity }: TransactionSummary): string => {
  const { invalidBefore, invalidHereafter } = validity
  const from = invalidBefore === null ? '' : `from ${momentText(invalidBefore)} `
  return `${from}${invalidHereafter === null ? 'for ever' : `until ${momentText(invalidHereafter)}`}`
}

const alsoText = ({ kind, count, detail }: TransactionSummary['also'][number]): string =>
  `${kind.replaceAll('_', ' ')}: ${detail ?? count}`

const signatureText = ({ keyHash, isValid }: TransactionSummary['signatures'][number]): string =>
  isValid ? keyHash : `${keyHash} (WRONG signature)`

const missingLines = ({ missing }: TransactionSummary): string[] => [
  ...missing.keys.map((key) => `key ${key}`),
  ...missing.choices.map(({ count, of }) => `${count} of the keys ${of.join(', ')}`),
  ...missing.scripts.map((hash) => `script ${hash}`),
  ...(missing.unknownInputs === 0
    ? []
    : [`perhaps the owners of ${plural(missing.unknownInputs, 'input')} that nobody described`]),
]

const sizeText = ({ size }: TransactionSummary): string => {
  const signed = size.signedBytes === size.bytes ? '' : `, ${size.signedBytes} when signed`
  return `${size.bytes} bytes${signed}, of at most ${size.limit}`
}
