import { ColdpressError } from '#values/errors/errors.ts'
import type { SigningAnswer } from '#contract/signing/calls.ts'
import { writeWitness, writeWitnesses } from '#cardano/envelope.ts'
import { writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { assembleStored, type Assembly, storedRequestOf } from './inbox-inspect.ts'
import { keyOf } from './inbox-read.ts'
import type { StoredRequest } from './inbox-store.ts'
import type { QrFile } from './qr-file.ts'
import { writeRequestFile } from './request-file.ts'

type Answer = SigningAnswer & { readonly write: () => string }

/**
 * Files for the sender: the signatures made here, those over several transactions in one file, and
 * each as a cardano-cli witness file; each transaction with its signatures, and the request with
 * them.
 */
export const answersTo = (
  stored: StoredRequest,
  assembled: readonly Assembly[],
): readonly SigningAnswer[] =>
  answersOf(stored, assembled).map(({ name, kind, txId, keyHash }) => ({
    name,
    kind,
    txId,
    keyHash,
  }))

/**
 * @throws ColdpressError `not_found` for a name that is none of them
 */
export const answerFile = (stored: StoredRequest, name: string): QrFile => {
  const answers = answersOf(stored, assembleStored(stored))
  const answer = answers.find((made) => made.name === name)
  if (answer === undefined)
    throw new ColdpressError('not_found', `answer: ${name} is none of this request`)
  return { kind: answer.kind, name, bytes: new TextEncoder().encode(answer.write()) }
}

const answersOf = (stored: StoredRequest, assembled: readonly Assembly[]): readonly Answer[] => {
  const { transactions, witnesses } = stored
  const stem = stemOf(stored)
  const several = transactions.length > 1
  const position = (at: number): string => (several ? `-${at + 1}` : '')
  const own = transactions.flatMap(({ txId }, at) =>
    witnesses
      .filter((witness) => witness.isOwn && witness.txId === txId)
      .map(({ witness }): Answer => {
        const keyHash = keyOf(witness)
        return {
          name: `${stem}${position(at)}-${keyHash.slice(0, 8)}.witness`,
          kind: 'witness',
          txId,
          keyHash,
          write: () => writeWitness(witness),
        }
      }),
  )
  const whole = transactions.flatMap(({ txId }, at): Answer[] => {
    const { bytes, error } = assembled[at] ?? {}
    if (bytes === undefined || error !== undefined) return []
    return [
      {
        name: `${stem}${position(at)}.tx`,
        kind: 'transaction',
        txId,
        keyHash: null,
        write: () => writeTransactionText(bytes),
      },
    ]
  })
  return [...together(stored, stem), ...own, ...whole, ...requestAnswer(stored, stem, assembled)]
}

/** The signatures over several transactions, in one file. */
const together = ({ transactions, witnesses }: StoredRequest, stem: string): readonly Answer[] => {
  const own = transactions.flatMap(({ txId }) =>
    witnesses
      .filter((witness) => witness.isOwn && witness.txId === txId)
      .map(({ witness }) => witness),
  )
  if (transactions.length === 1 || own.length < 2) return []
  const write = () => writeWitnesses(own)
  return [{ name: `${stem}.witness`, kind: 'witness', txId: null, keyHash: null, write }]
}

const requestAnswer = (
  stored: StoredRequest,
  stem: string,
  assembled: readonly Assembly[],
): readonly Answer[] => {
  const request = storedRequestOf(stored)
  if (request === undefined) return []
  const write = () =>
    writeRequestFile({
      ...request,
      transactions: assembled.map(({ bytes }) => bytes),
    })
  return [{ name: `${stem}.cpreq`, kind: 'request', txId: null, keyHash: null, write }]
}

/**
 * The title reduced to characters that every file system allows, or the start of the first
 * transaction's id.
 */
const stemOf = ({ entry }: StoredRequest): string => {
  const words = (entry.title ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/gu, '')
  return words === '' ? `tx-${entry.firstTxId.slice(0, 8)}` : words
}
