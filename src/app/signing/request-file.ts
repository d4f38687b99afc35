import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { anyRecord, longText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { numberText } from '#values/text/format.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { keepNewest } from '#values/work/keep-newest.ts'
import { limits } from '#values/bounds/limits.ts'
import { runPieces, type Pieces } from '#platform/disk/pieces.ts'
import { KeyHash, PolicyId, TxId } from '#cardano/ids.ts'
import { scriptFromCbor, scriptToCbor } from '#cardano/scripts.ts'
import { readTransactionText, writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { Unit } from '#cardano/value.ts'
import { checkingRequest } from './request-checks.ts'
import {
  requestFormat,
  requestLimits,
  requestSchema,
  requestVersion,
  type ExpectationJson,
  type RequestJson,
} from './request-schema.ts'
import type { RequestExpectation, SigningRequest } from './request-types.ts'
import { thumbnailLimits } from './thumbnails.ts'

const invalid = (reason: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `signing request: ${reason}`, { cause })

/**
 * Reads a `.cpreq` file and verifies what its transactions can prove.
 * @throws ColdpressError `invalid` (also for a version that is newer than this program),
 * `too_large` above 32 MiB
 */
export const readRequestFile = (text: string): SigningRequest => runPieces(readingRequestFile(text))

/** {@link readRequestFile} in pieces. */
export function* readingRequestFile(text: string): Pieces<SigningRequest> {
  requireSize(text)
  const request = yield* readingIfRequest(text)
  if (request !== undefined) return request
  throw invalid(`not one; it is JSON with "format": "${requestFormat}" and a "version"`)
}

/**
 * For whoever opens files of several kinds.
 * @returns undefined for a text that does not claim to be a signing request
 * @throws ColdpressError as {@link readRequestFile}
 */
export const readIfRequest = (text: string): SigningRequest | undefined =>
  runPieces(readingIfRequest(text))

/**
 * {@link readIfRequest} in pieces. The window asks for a request again at every change, so the last
 * ones are kept as they were read.
 */
export function* readingIfRequest(text: string): Pieces<SigningRequest | undefined> {
  const hash = createHash('sha256').update(text).digest('hex')
  const request = lastRead.get(hash) ?? (yield* checkedRequest(text))
  if (request !== undefined) keepNewest(lastRead, hash, request, readsKept)
  return request
}

/** By the SHA-256 of the text, the last one at the end. */
const lastRead = new Map<string, SigningRequest>()

/** One that is looked at, and one that arrives. */
const readsKept = 2

const head = z.object({ format: longText, version: z.int() })

function* checkedRequest(text: string): Pieces<SigningRequest | undefined> {
  const json = jsonOf(text)
  yield
  const { format, version } = head.safeParse(json).data ?? {}
  if (format !== requestFormat) return undefined
  requireSize(text)
  if (version !== undefined && version > requestVersion)
    throw invalid(
      `of version ${version}, made by a newer Coldpress; this one reads versions up to ${requestVersion}. Update Coldpress on this machine, or ask for plain transaction files`,
    )
  requireCounts(json)
  const parsed = requestSchema.safeParse(json)
  if (!parsed.success) throw invalid(describeIssues(parsed.error), parsed.error)
  yield
  requireLedgerSizes(parsed.data)
  const request = yield* fromJson(parsed.data)
  yield* checkingRequest(request)
  return request
}

/** A list of millions of wrong entries would be as many issues before it was found to be too long. */
const requireCounts = (json: unknown): void => {
  const lists = anyRecord.safeParse(json).data ?? {}
  for (const [field, most] of Object.entries(longestLists)) {
    const list: unknown = lists[field]
    if (Array.isArray(list) && list.length > most)
      throw invalid(`${field}: ${list.length} entries, at most ${most} allowed`)
  }
  for (const one of Array.isArray(lists['expected']) ? lists['expected'] : []) {
    const { addresses } = anyRecord.safeParse(one).data ?? {}
    if (Array.isArray(addresses) && addresses.length > requestLimits.addresses)
      throw invalid(
        `expected: ${addresses.length} addresses, at most ${requestLimits.addresses} allowed`,
      )
  }
}

const longestLists = {
  transactions: requestLimits.transactions,
  parents: requestLimits.parents,
  resolved_inputs: requestLimits.resolvedInputs,
  scripts: requestLimits.scripts,
  payment_keys: requestLimits.paymentKeys,
  expected: requestLimits.transactions,
  thumbnails: thumbnailLimits.count,
} as const

/**
 * The ledger takes no longer transaction, and a parent and a script were parts of one. A single one
 * above is read nevertheless, and the warnings name it.
 */
const requireLedgerSizes = (json: RequestJson): void => {
  const parts = {
    transactions: json.transactions.map(({ cborHex }) => cborHex),
    parents: json.version === 1 ? [] : json.parents,
    scripts: json.scripts,
  }
  for (const [field, all] of Object.entries(parts)) {
    const bytes = all.reduce((sum, hex) => sum + hex.length / 2, 0)
    const most = Math.max(all.length * limits.transactionBytes, requestLimits.hexChars / 2)
    if (bytes > most)
      throw invalid(
        `${field}: ${numberText(bytes)} bytes in ${all.length}, and the ledger takes at most ${numberText(limits.transactionBytes)} of each: ask for ones that it accepts`,
      )
  }
}

/**
 * The text of a `.cpreq` file.
 * @throws ColdpressError as {@link readRequestFile}: what it would refuse is not written either
 */
export const writeRequestFile = (request: SigningRequest): string => {
  const text = `${JSON.stringify(toJson(request), undefined, 2)}\n`
  readRequestFile(text)
  return text
}

const requireSize = (text: string): void => {
  const bytes = Buffer.byteLength(text)
  if (bytes > requestLimits.fileBytes)
    throw new ColdpressError(
      'too_large',
      `signing request: ${bytes} bytes, at most ${requestLimits.fileBytes} allowed; ask for fewer transactions at once`,
    )
}

/** Adds the entry's name to its error. */
const at = <T>(field: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    throw invalid(`${field}: ${error.message}`, error)
  }
}

function* transactionsIn(json: RequestJson): Pieces<readonly Uint8Array[]> {
  const transactions: Uint8Array[] = []
  for (const [position, envelope] of json.transactions.entries()) {
    transactions.push(
      at(`transactions[${position}]`, () => readTransactionText(JSON.stringify(envelope))),
    )
    yield
  }
  return transactions
}

function* fromJson(json: RequestJson): Pieces<SigningRequest> {
  return { ...statementsIn(json), transactions: yield* transactionsIn(json) }
}

const statementsIn = (json: RequestJson): Omit<SigningRequest, 'transactions'> => ({
  createdAt: new Date(json.created_at),
  title: json.title,
  collectionName: json.collection_name ?? undefined,
  network: json.network,
  parents: json.version === 1 ? [] : json.parents.map((hex) => hexToBytes(hex)),
  resolvedInputs: json.resolved_inputs.map((input) => ({
    txId: TxId(input.tx_id),
    index: input.index,
    address: input.address,
    value: {
      lovelace: input.lovelace,
      assets: new Map(
        Object.entries(input.assets).map(([unit, quantity]) => [Unit(unit), quantity]),
      ),
    },
    isSpecial: input.is_special,
  })),
  scripts: json.scripts.map((cbor, position) =>
    at(`scripts[${position}]`, () => scriptFromCbor(cbor)),
  ),
  paymentKeys: json.payment_keys.map(({ key_hash: hash, wallet, index }) => ({
    keyHash: KeyHash(hash.toLowerCase()),
    wallet,
    index,
  })),
  parameters: parametersFrom(json.protocol_parameters ?? undefined),
  expected: json.transactions.map((_, position) =>
    expectationFrom((json.version === 1 ? json.expected : json.expected[position]) ?? undefined),
  ),
  thumbnails: json.thumbnails.map(({ name, media_type, data }) => ({
    name,
    mediaType: media_type,
    bytes: Uint8Array.from(Buffer.from(data, 'base64')),
  })),
})

const expectationFrom = (json: ExpectationJson | undefined): RequestExpectation => ({
  policyId: policyIdIn(json?.policy_id ?? ''),
  lockSlot: json?.lock_slot ?? undefined,
  hasMinted: json?.has_minted ?? undefined,
  awaitsRoyalty: json?.awaits_royalty ?? undefined,
  addresses: json?.addresses ?? [],
})

const policyIdIn = (hex: string): PolicyId | undefined => (hex === '' ? undefined : PolicyId(hex))

const parametersFrom = (
  json: NonNullable<RequestJson['protocol_parameters']> | undefined,
): SigningRequest['parameters'] =>
  json && {
    asOf: new Date(json.as_of),
    values: {
      minFeeA: json.min_fee_a,
      minFeeB: json.min_fee_b,
      coinsPerUtxoByte: json.coins_per_utxo_byte,
      maxTxBytes: json.max_tx_bytes,
      maxValueBytes: json.max_value_bytes,
      keyDeposit: json.key_deposit,
      poolDeposit: json.pool_deposit,
    },
  }

const toJson = (request: SigningRequest) => ({
  format: requestFormat,
  version: requestVersion,
  created_at: request.createdAt.toISOString(),
  title: request.title,
  collection_name: request.collectionName ?? null,
  network: request.network,
  transactions: request.transactions.map((bytes): unknown =>
    JSON.parse(writeTransactionText(bytes)),
  ),
  parents: request.parents.map((body) => bytesToHex(body)),
  resolved_inputs: request.resolvedInputs.map(({ txId, index, address, value, isSpecial }) => ({
    tx_id: txId,
    index,
    address,
    lovelace: String(value.lovelace),
    assets: Object.fromEntries(
      [...value.assets].map(([unit, quantity]) => [unit, String(quantity)]),
    ),
    is_special: isSpecial === true,
  })),
  scripts: request.scripts.map(scriptToCbor),
  payment_keys: request.paymentKeys.map(({ keyHash, wallet, index }) => ({
    key_hash: keyHash,
    wallet,
    index,
  })),
  protocol_parameters: request.parameters === undefined ? null : parametersJson(request.parameters),
  expected: request.expected.map(({ policyId, lockSlot, hasMinted, awaitsRoyalty, addresses }) => ({
    policy_id: policyId ?? null,
    lock_slot: textOrNull(lockSlot),
    has_minted: hasMinted ?? null,
    awaits_royalty: awaitsRoyalty ?? null,
    addresses,
  })),
  thumbnails: request.thumbnails.map(({ name, mediaType, bytes }) => ({
    name,
    media_type: mediaType,
    data: Buffer.from(bytes).toString('base64'),
  })),
})

const textOrNull = (value: bigint | undefined): string | null =>
  value === undefined ? null : String(value)

const parametersJson = ({ asOf, values }: NonNullable<SigningRequest['parameters']>) => ({
  as_of: asOf.toISOString(),
  min_fee_a: String(values.minFeeA),
  min_fee_b: String(values.minFeeB),
  coins_per_utxo_byte: String(values.coinsPerUtxoByte),
  max_tx_bytes: values.maxTxBytes,
  max_value_bytes: values.maxValueBytes,
  key_deposit: String(values.keyDeposit),
  pool_deposit: String(values.poolDeposit),
})
