import { describe, expect, it } from 'vitest'
import {
  answer,
  errorOf,
  hang,
  type Reply,
  answerError,
  serve,
  serveRaw,
} from '../../../app/api/service.ts'
import { gatewayOf, hashA, signed, signedId, wireTransaction } from './gateway-of.ts'

const accepted = answer(200, `"${signedId}"`)
const bad = (reason: string): Reply => answerError(400, reason)
const allSpent =
  'ConwayApplyTxError [ConwayMempoolFailure "All inputs are spent. Transaction has probably already been included"]'
const badInputs =
  'ShelleyTxValidationError ShelleyBasedEraConway (ApplyTxError (ConwayUtxowFailure (UtxoFailure (BadInputsUTxO (fromList [])))))'

/** Submissions get one reply after the other, the last one for ever; look-ups get what `known` says. */
const node = async (
  submissions: readonly [Reply, ...Reply[]],
  known: { readonly chain?: Reply; readonly mempool?: Reply } = {},
) => {
  const notFound = answerError(404, 'The requested component has not been found.')
  let count = 0
  const service = await serve((response, seen) => {
    if (seen.method === 'POST') {
      const reply = submissions[Math.min(count, submissions.length - 1)] ?? submissions[0]
      count += 1
      reply(response, seen)
    } else if (seen.url.startsWith('/api/v0/mempool/')) (known.mempool ?? notFound)(response, seen)
    else (known.chain ?? notFound)(response, seen)
  })
  const sent = () => service.seen.filter(({ method }) => method === 'POST')
  return { baseUrl: service.baseUrl, seen: service.seen, sent }
}

describe('a submission', () => {
  it('sends the bytes as they are and answers their id', async () => {
    const service = await node([accepted])
    expect(await gatewayOf(service.baseUrl).gateway.submit(signed)).toBe(signedId)
    expect(service.seen).toHaveLength(1)
    expect(service.seen[0]).toMatchObject({ method: 'POST', url: '/api/v0/tx/submit' })
    expect(service.seen[0]?.headers['content-type']).toBe('application/cbor')
    expect(service.seen[0]?.bytes.equals(signed)).toBe(true)
  })

  it.each([
    ['without quotes, as Dolos writes it', answer(200, signedId, { 'content-type': 'text/plain' })],
    ['with status 202, as cardano-submit-api', answer(202, `"${signedId}"`)],
    ['in capitals', answer(200, `"${signedId.toUpperCase()}"`)],
    ['with a line break behind it', answer(200, `${signedId}\n`)],
  ])('a submission reads a transaction ID %s', async (_name, reply) => {
    const service = await node([reply])
    expect(await gatewayOf(service.baseUrl).gateway.submit(signed)).toBe(signedId)
  })

  it.each([
    ['of another transaction', answer(200, `"${hashA}"`), hashA],
    ['that is none', answer(200, '"done"'), 'no transaction ID'],
    ['that is not there', answer(200, ''), 'no transaction ID'],
  ])('with an id %s is an error, and may have arrived', async (_name, reply, part) => {
    const service = await node([reply])
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining(part),
      details: { txId: signedId, mayHaveArrived: true },
    })
  })

  it('of what is no transaction is not sent', async () => {
    const service = await node([accepted])
    const { gateway } = gatewayOf(service.baseUrl)
    await expect(gateway.submit(Buffer.from('00', 'hex'))).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(service.seen).toEqual([])
  })

  it.each([
    ['a server error', answerError(500, 'oh')],
    ['a bad gateway', answer(502, '<html>', { 'content-type': 'text/html' })],
    ['a full mempool', answerError(425, 'Mempool is full.')],
    ['too many requests', answerError(429, 'slow down')],
    ['a reset', ((response) => response.socket?.resetAndDestroy()) satisfies Reply],
    ['a hang', hang],
  ])('is repeated with the same bytes after %s', async (_name, reply) => {
    const service = await node([reply, reply, accepted])
    const { gateway } = gatewayOf(service.baseUrl, { timeoutMs: reply === hang ? 1_000 : 30_000 })
    expect(await gateway.submit(signed)).toBe(signedId)
    expect(service.sent()).toHaveLength(3)
    expect(service.sent().every(({ bytes }) => bytes.equals(signed))).toBe(true)
  })

  it('waits five seconds for a full mempool, and says in the end that it was not accepted', async () => {
    const service = await node([answerError(425, 'Mempool is full.')])
    const { gateway, waits } = gatewayOf(service.baseUrl)
    await expect(gateway.submit(signed)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('was not accepted'),
      details: { status: 425, mayHaveArrived: false },
    })
    expect(waits).toEqual([5000, 5000, 5000])
  })

  it.each([402, 403, 418])('is not repeated after %i', async (status) => {
    const service = await node([answerError(status, 'no')])
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      details: { status, mayHaveArrived: false },
    })
    expect(service.sent()).toHaveLength(1)
  })

  it.each([
    ['a path that is not there', answerError(404, 'not found')],
    [
      'a path that Blockfrost does not know',
      answerError(400, 'Invalid path. Please check the docs'),
    ],
    ['a redirect', answer(308, '', { location: 'http://127.0.0.1:9/' })],
  ])('is no verdict of the ledger after %s', async (_name, reply) => {
    const service = await node([reply])
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      code: 'service_error',
    })
  })

  it('whose answers are all lost may have arrived', async () => {
    const service = await serveRaw((socket) => socket.resetAndDestroy())
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      code: 'unreachable',
      details: { mayHaveArrived: true, attempts: 4 },
    })
  })
})

describe('a rejection of the ledger', () => {
  it.each([
    [
      '(OutsideValidityIntervalUTxO (ValidityInterval {}) (SlotNo 9))',
      'outside_validity',
      'validity',
    ],
    ['(UtxoFailure (FeeTooSmallUTxO (Mismatch {})))', 'fee', 'fee'],
    ['(MissingVKeyWitnessesUTXOW (fromList []))', 'witnesses', 'signature'],
    ['(InvalidWitnessesUTXOW [])', 'witnesses', 'signature'],
    ['(ScriptWitnessNotValidatingUTXOW (fromList []))', 'script', 'lock'],
    ['(MissingScriptWitnessesUTXOW (fromList []))', 'script', 'script'],
    ['(UtxoFailure (ValueNotConservedUTxO (Mismatch {})))', 'value', 'what goes in'],
    ['(UtxoFailure (BabbageOutputTooSmallUTxO []))', 'least_amount', 'less ADA'],
    ['(UtxoFailure (MaxTxSizeUTxO (Mismatch {})))', 'size', 'too large'],
    ['(UtxoFailure (WrongNetwork Testnet (fromList [])))', 'network', 'network'],
    ['(ConflictingMetadataHash (Mismatch {}))', 'metadata', 'metadata'],
    ['(SomethingNew)', 'other', 'SomethingNew'],
  ])('%s is told in words, with the reason', async (reason, cause, words) => {
    const service = await node([bad(reason)])
    const error = await errorOf(() => gatewayOf(service.baseUrl).gateway.submit(signed))
    expect(error).toMatchObject({
      code: 'rejected',
      details: { reason, cause, txId: signedId, mayHaveArrived: false },
    })
    expect(String(error)).toContain(words)
    expect(String(error)).toContain(reason)
    expect(service.sent()).toHaveLength(1)
  })

  it('tells a spent input before the balance that it upsets', async () => {
    const reason = `[${badInputs}, (UtxoFailure (ValueNotConservedUTxO (Mismatch {})))]`
    const service = await node([bad(reason)])
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      details: { cause: 'inputs_spent' },
    })
  })

  it.each([
    ['nothing', '', 'no reason given'],
    ['plain text', 'FeeTooSmallUTxO', 'FeeTooSmallUTxO'],
    ['a JSON text', '"FeeTooSmallUTxO"', 'FeeTooSmallUTxO'],
    ['another shape', '{"tag":"TxSubmitFail"}', '{"tag":"TxSubmitFail"}'],
  ])('is read where the node writes %s', async (_name, body, reason) => {
    const service = await node([answer(400, body, { 'content-type': 'text/plain' })])
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      code: 'rejected',
      details: { reason },
    })
  })
})

describe('a rejection of what may be there already', () => {
  const onChain = answer(200, { ...wireTransaction, hash: signedId })
  const reset: Reply = (response) => response.socket?.resetAndDestroy()

  it.each([allSpent, badInputs])('is a success when a block has it: %s', async (reason) => {
    const service = await node([bad(reason)], { chain: onChain })
    expect(await gatewayOf(service.baseUrl).gateway.submit(signed)).toBe(signedId)
  })

  it('is a success when the mempool has it', async () => {
    const service = await node([bad(badInputs)], { mempool: answer(200, { tx: {} }) })
    expect(await gatewayOf(service.baseUrl).gateway.submit(signed)).toBe(signedId)
  })

  it.each(['The transaction is already in the mempool.', 'tx already known'])(
    'is a success when the node says so: %s',
    async (reason) => {
      const service = await node([bad(reason)])
      expect(await gatewayOf(service.baseUrl).gateway.submit(signed)).toBe(signedId)
    },
  )

  it('is a success when an answer was lost and all inputs are spent since', async () => {
    const service = await node([reset, bad(allSpent)])
    expect(await gatewayOf(service.baseUrl).gateway.submit(signed)).toBe(signedId)
    expect(service.sent()).toHaveLength(2)
  })

  it.each([
    ['all inputs are spent, and nothing was sent before', [bad(allSpent)]],
    ['an input is spent, and nothing was sent before', [bad(badInputs)]],
    ['an input is spent, and an answer was lost', [reset, bad(badInputs)]],
    [
      'it is refused for something else, and an answer was lost',
      [answerError(500, 'x'), bad('(FeeTooSmallUTxO)')],
    ],
  ] satisfies readonly (readonly [string, [Reply, ...Reply[]]])[])(
    'leaves open whether it arrived when %s',
    async (_name, replies) => {
      const service = await node(replies)
      await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
        code: 'rejected',
        message: expect.stringContaining(`watch the chain for ${signedId}`),
        details: { mayHaveArrived: true, txId: signedId },
      })
    },
  )

  it('leaves open whether it arrived when nobody can be asked', async () => {
    const service = await node([bad('(FeeTooSmallUTxO)')], { chain: answerError(503, 'not now') })
    await expect(gatewayOf(service.baseUrl).gateway.submit(signed)).rejects.toMatchObject({
      code: 'rejected',
      details: { mayHaveArrived: true },
    })
  })
})
