import { basename } from 'node:path'
import { z } from 'zod'
import { ColdpressError } from '../../shared/errors.ts'
import { nameForMessage } from '../cardano/text-envelope.ts'
import type { QrFile, QrFileKind } from './qr-file.ts'

const envelope = z.object({ type: z.string(), cborHex: z.string() })

const witnessType = /^TxWitness /u
const transactionType = /^(?:(?:Unwitnessed |Witnessed )?Tx |TxBody|TxUnsigned)/u

/**
 * What a file is, by what stands in it, so that nothing else is ever shown to a camera: a signing
 * key is a text envelope too.
 * @throws ColdpressError `invalid` for any file that is no signing request, transaction or witness
 */
export const qrFileOf = (path: string, bytes: Uint8Array): QrFile => {
  const value = jsonOf(bytes)
  return { kind: kindOf(value), name: basename(path), bytes }
}

const kindOf = (value: unknown): QrFileKind => {
  const own = envelope.safeParse(value)
  if (own.success) {
    const { type } = own.data
    if (witnessType.test(type)) return 'witness'
    if (transactionType.test(type)) return 'transaction'
    throw notForCameras(`its type is ${nameForMessage(type)}`)
  }
  if (carriesTransaction(value)) return 'request'
  throw notForCameras('it is none of these')
}

/** A signing request has its transaction as a text envelope among other things. */
const carriesTransaction = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((part: unknown) => {
    const inner = envelope.safeParse(part)
    return inner.success && transactionType.test(inner.data.type)
  })

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const notForCameras = (why: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `file: only signing requests, transactions and witnesses are shown as codes; ${why}. Any screen with codes can be filmed: keys never go that way.`,
    { details: { rule: 'qr_kind' } },
  )
