import { createHash } from 'node:crypto'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { nameHexOf, policyOf, Unit } from '#cardano/value.ts'
import { startOfSlot } from '#values/networks/eras.ts'
import type { OutputRow } from '../chain/find-outputs.ts'
import type { TransactionRow } from '../chain/find-transactions.ts'
import { adaText, cutMiddle } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'

export type PageTransaction = {
  readonly transaction: TransactionRow
  readonly inputs: readonly (OutputRow & { readonly is_reference: boolean })[]
  readonly outputs: readonly (OutputRow & { readonly consumed_by: string | null })[]
  readonly mints: readonly { readonly unit: string; readonly quantity: bigint }[]
}

const style = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere }
pre { white-space: pre-wrap } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem }
dd { margin: 0 } li { margin-bottom: 0.75rem } a { color: LinkText }`

/** Nothing may be loaded or run; the one style is named by its hash. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = (title: string, content: Markup): string =>
  markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>${{ markup: style }}</style></head>
<body>
${content}
</body>
</html>
`.markup

export const unknownPage = page(
  'No such transaction',
  markup`<h1>No such transaction</h1>
<p>The devnet has no transaction with this id in a block. One that was just sent is in the next
block, about a second later.</p>`,
)

/** A transaction as a page without script: everything that comes from the chain is escaped. */
export const transactionPage = (shown: PageTransaction): string =>
  page(
    `Devnet transaction ${cutMiddle(shown.transaction.id)}`,
    markup`<h1>Transaction on the devnet</h1>
${detailRows(shown.transaction)}
<h2>Spends</h2>
${listOf(shown.inputs.map(inputItem))}
<h2>Pays</h2>
${listOf(shown.outputs.map(outputItem))}
<h2>Mints and burns</h2>
${listOf(shown.mints.map(mintItem))}
<h2>Metadata</h2>
${shown.transaction.metadata.length === 0 ? nothing : shown.transaction.metadata.map(metadataItem)}`,
  )

const nothing = markup`<p>None</p>`

const listOf = (items: readonly Markup[]): Markup =>
  items.length === 0 ? nothing : markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`

const detailRows = (transaction: TransactionRow): Markup => markup`<dl>
<dt>Id</dt><dd><code>${transaction.id}</code></dd>
<dt>Block</dt><dd>${transaction.height} (<code>${transaction.block_hash}</code>)</dd>
<dt>Confirmations</dt><dd>${transaction.confirmations}</dd>
<dt>Time</dt><dd>${timeText(transaction.slot)} (slot ${transaction.slot})</dd>
<dt>Valid</dt><dd>${validityText(transaction)}</dd>
<dt>Fee</dt><dd>${adaText(transaction.fee, 'ADA')}</dd>
<dt>Size</dt><dd>${transaction.cbor.length} bytes</dd>
</dl>`

const inputItem = (input: PageTransaction['inputs'][number]): Markup => {
  const use = input.is_reference ? 'only read, ' : ''
  return markup`${holding(input)}<br>${use}from ${linkTo(input.tx_id)} #${input.output_index}`
}

const outputItem = (output: PageTransaction['outputs'][number]): Markup => {
  const { consumed_by: spender } = output
  const spent = spender === null ? [] : [markup`<br>spent by ${linkTo(spender)}`]
  return markup`#${output.output_index}: ${holding(output)}${spent}`
}

const mintItem = ({ unit, quantity }: PageTransaction['mints'][number]): Markup =>
  quantity < 0n ? markup`burns ${asset(unit, -quantity)}` : markup`mints ${asset(unit, quantity)}`

const metadataItem = ({ label, json }: TransactionRow['metadata'][number]): Markup =>
  markup`<h3>Label ${label}</h3><pre>${JSON.stringify(json, null, 2)}</pre>`

const holding = ({ lovelace, address, assets }: OutputRow): Markup => {
  const tokens = [...assets].map(([unit, quantity]) => markup`<br>with ${asset(unit, quantity)}`)
  return markup`${adaText(lovelace, 'ADA')} at <code>${address}</code>${tokens}`
}

const linkTo = (id: string): Markup => markup`<a href="${id}"><code>${id}</code></a>`

const asset = (text: string, quantity: bigint): Markup => {
  const unit = Unit(text)
  const name = Buffer.from(nameHexOf(unit), 'hex').toString('utf8')
  const called = name === '' ? 'the token without a name' : `“${name}”`
  const fingerprint = fingerprintOf(policyOf(unit), nameHexOf(unit))
  return markup`${quantity} of ${called} <code>${fingerprint}</code> of policy <code>${policyOf(unit)}</code>`
}

const timeText = (slot: number): string => startOfSlot('devnet', BigInt(slot))?.toISOString() ?? ''

const validityText = ({
  invalid_before: start,
  invalid_hereafter: end,
}: TransactionRow): string => {
  const from = start === null ? 'from the beginning' : `from slot ${start} on`
  return `${from}, ${end === null ? 'without an end' : `before slot ${end}`}`
}
