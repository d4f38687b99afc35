import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText, utcText } from '#values/text/format.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { MintingClient } from '../api/client.ts'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash } from '#cardano/ids.ts'
import { payoutAddressesOf } from '../mints/payout-addresses.ts'

/** The tokens that a rehearsal sells. */
export type RehearsalTokens = {
  readonly collectionId: string
  readonly payoutAddresses: readonly string[]
  readonly tokens: readonly Pick<Token, 'id' | 'asset_name'>[]
}

/** A collection that a rehearsal made, and the policy made for it. */
export type NewRehearsalCollection = { readonly collectionId: string; readonly policyId: string }

type Client = Pick<MintingClient, 'addTokens' | 'createCollection' | 'getCollection' | 'tokens'>

/**
 * Creates a collection with a small image per token. The income goes to an address without an
 * owner: it is test ADA.
 */
export const makeRehearsalCollection = async (
  client: Client,
  count: number,
  onCollection?: (made: NewRehearsalCollection) => void,
): Promise<RehearsalTokens> => {
  const payout = enterpriseAddress(KeyHash(randomBytes(28).toString('hex')), 'devnet')
  const { id, policy } = await client.createCollection({
    name: `Rehearsal of ${utcText(new Date())}`,
    description: 'Every way that a sale can go, played on the devnet.',
    payout_address: payout,
    policy: { lock: false },
  })
  onCollection?.({ collectionId: id, policyId: policy.policy_id })
  const tokens = await client.addTokens(
    id,
    Array.from({ length: count }, (_, position) => ({
      name: `Rehearsal ${position + 1}`,
      asset_name: `Rehearsal${position + 1}`,
      media_type: 'image/png',
      image: solidImage(position / count).toString('base64'),
    })),
  )
  return { collectionId: id, payoutAddresses: [payout], tokens }
}

/**
 * Tokens of an existing collection that are ready to sell.
 * @throws ColdpressError `conflict` when there are too few
 */
export const reserveRehearsalTokens = async (
  client: Client,
  collectionId: string,
  count: number,
): Promise<RehearsalTokens> => {
  const { payout_address: payout } = await client.getCollection(collectionId)
  const tokens: Token[] = []
  for await (const token of client.tokens(collectionId, { status: 'FOR_SALE', order: 'asc' })) {
    if (tokens.length === count) break
    tokens.push(token)
  }
  if (tokens.length < count)
    throw new ColdpressError(
      'conflict',
      `A rehearsal sells ${count} tokens, and of this collection ${countText(tokens.length, 'is', 'are')} ready. Add tokens, or leave the collection out: the rehearsal then makes one of its own.`,
    )
  return { collectionId, payoutAddresses: payoutAddressesOf(payout), tokens }
}

const side = 64

/** A PNG of one colour, which `hue` (0 to 1) chooses. */
const solidImage = (hue: number): Buffer => {
  const wave = (shift: number): number =>
    Math.round(150 + 90 * Math.cos(2 * Math.PI * (hue + shift)))
  const pixel = [wave(0), wave(1 / 3), wave(2 / 3)]
  const row = [0, ...Array.from({ length: side }, () => pixel).flat()]
  const rows = Array.from({ length: side }, () => row).flat()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // eight bits for each of red, green and blue
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
