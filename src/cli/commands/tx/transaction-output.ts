import { extname } from 'node:path'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { writeWitness, writeWitnesses } from '#cardano/envelope.ts'
import { keyHashOf, type Witness } from '#cardano/keys.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import type { InspectedTransaction } from '#app/signing/inspect-request.ts'
import { canBeSent, ledgerRejections } from '#app/signing/ledger-verdict.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { requireWritable, writeText } from '#cli/files.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { completeText } from './transaction-input.ts'
import { openedJson } from './transaction-json.ts'
import { verbatim } from '#cli/terminal/table.ts'

/** What of a request goes out as a request again, for the next who signs. */
const isRequestName = (out: string): boolean => extname(out) === '.cpreq'

/** Before anybody is asked for a passphrase: whether the result can be put somewhere. @throws ColdpressError `usage` */
export const requireOutput = (
  { transactions, request }: OpenedTransactions,
  out: string | undefined,
): void => {
  if (out === undefined) {
    if (transactions.length === 1) return
    throw new ColdpressError(
      'usage',
      `There are ${transactions.length} transactions: say where to write them with --out FILE.`,
    )
  }
  if (isRequestName(out) && request === undefined)
    throw new ColdpressError(
      'usage',
      `${out} would be a signing request, but only a transaction was given. Name the output otherwise, such as mint.tx.`,
    )
}

/**
 * As {@link answerSigned}, evaluated as the ledger would: needed signatures, fee, size and validity.
 * Exit code 4 while the ledger would not take all of it.
 */
export const answerAssembled = async (
  { terminal }: Pick<Session, 'terminal'>,
  opened: OpenedTransactions,
  witnesses: readonly (readonly Witness[])[],
  out: string | undefined,
): Promise<CommandAnswer> => {
  const { after, answer, state } = await assembled(opened, witnesses, out)
  // standard output has the transaction itself then
  if (out === undefined) terminal.info(...state)
  const verdicts = new Set(after.transactions.map(canBeSent))
  const complete = verdicts.has(false) ? false : verdicts.has(null) ? null : true
  return {
    ...answer,
    json: { ...answer.json, complete },
    ...(complete === false ? { exit: errorTable.incomplete.exit } : {}),
  }
}

/** Puts each transaction's witnesses in, and writes or prints what came out. */
export const answerSigned = async (
  ...given: Parameters<typeof assembled>
): Promise<CommandAnswer> => (await assembled(...given)).answer

const assembled = async (
  opened: OpenedTransactions,
  witnesses: readonly (readonly Witness[])[],
  out: string | undefined,
) => {
  const signed = opened.transactions.map(
    ({ bytes }, position) => assemble(bytes, witnesses[position] ?? []).bytes,
  )
  const after = opened.reopen(signed)
  const files = await writeAssembled(after, signed, out)
  const state = after.transactions.flatMap(stateLines)
  const [only = new Uint8Array()] = signed
  const answer = {
    json: { ...openedJson(after), files },
    text:
      out === undefined
        ? verbatim(writeTransactionText(only).trimEnd())
        : [`Written to ${files.join(', ')}.`, ...state].join('\n'),
  }
  return { after, answer, state }
}

/** What is missing, and what the ledger rejects besides. */
const stateLines = ({ summary, warnings }: InspectedTransaction): readonly string[] => {
  const unchecked = warnings
    .filter(({ code }) => code === 'validity_not_evaluated')
    .map(({ message }) => `${summary.txId}: ${message}`)
  const rejections = ledgerRejections(warnings).map(
    ({ message }) => `${summary.txId}: It cannot be sent. ${message}`,
  )
  return rejections.length > 0 && summary.isComplete !== false
    ? rejections
    : [`${summary.txId}: ${completeText(summary, warnings)}`, ...rejections, ...unchecked]
}

const writeAssembled = async (
  { request }: OpenedTransactions,
  transactions: readonly Uint8Array[],
  out: string | undefined,
): Promise<readonly string[]> => {
  if (out === undefined) return []
  if (request !== undefined && isRequestName(out)) {
    await writeText(out, writeRequestFile({ ...request, transactions }))
    return [out]
  }
  return writeTexts(out, transactions.map(writeTransactionText))
}

/**
 * Writes the witnesses: those over several transactions into one file, so that one comes back. Each
 * in a file of its own, as cardano-cli wants them, where there is one transaction, or by `each`.
 */
export const answerWitnesses = async (
  { transactions, request }: OpenedTransactions,
  witnesses: readonly (readonly Witness[])[],
  { out, each = false }: { readonly out: string; readonly each?: boolean | undefined },
): Promise<CommandAnswer> => {
  const all = transactions.flatMap(({ summary }, position) =>
    (witnesses[position] ?? []).map((witness) => ({ txId: summary.txId, witness })),
  )
  const signatures = all.map(({ witness }) => witness)
  // A server that watches a wallet awaits one file, whether one sale was paid or many.
  const isForServer = (request?.paymentKeys ?? []).length > 0
  const isOneFile = (transactions.length > 1 || isForServer) && all.length > 1 && !each
  const files = await writeTexts(
    out,
    isOneFile ? [writeWitnesses(signatures)] : signatures.map(writeWitness),
  )
  const written = all.map(({ txId, witness }, position) => ({
    tx_id: txId,
    key_hash: keyHashOf(Buffer.from(witness.publicKey, 'hex')),
    file: files[isOneFile ? 0 : position] ?? '',
  }))
  const lines = isOneFile
    ? [...Map.groupBy(written, (one) => one.key_hash)].map(
        ([keyHash, its]) =>
          `${out}: ${countText(its.length, 'signature')} of key ${keyHash}, over ${its.length} of ${countText(transactions.length, 'transaction')}`,
      )
    : written.map((one) => `${one.file}: key ${one.key_hash} over transaction ${one.tx_id}`)
  return { json: { witnesses: written }, text: lines.join('\n') }
}

/** `mint.tx` for one; `mint-1.tx`, `mint-2.tx` … for several. */
const writeTexts = async (out: string, texts: readonly string[]): Promise<readonly string[]> => {
  const extension = extname(out)
  const stem = out.slice(0, out.length - extension.length)
  const names = texts.map((_, position) =>
    texts.length === 1 ? out : `${stem}-${position + 1}${extension}`,
  )
  for (const name of names) await requireWritable(name)
  for (const [position, text] of texts.entries()) await writeText(names[position] ?? out, text)
  return names
}
