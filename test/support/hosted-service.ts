import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { PolicyId } from '#cardano/ids.ts'
import { fingerprintsOf } from '#cardano/fingerprint.ts'
import { cidOf, ipfsUri } from '#media/content/cid.ts'
import { type LoopbackServer, type Recorded, startLoopbackServer } from './loopback-server.ts'

/*
 * The hosted service as it documents itself, with no field more. Sources:
 * - its SDK: github.com/tango-crypto/tangocrypto-js, version 1.1.3, src/models/nft.ts, webhooks.ts and
 *   src/apis/nfts.ts (paths; `updated_at` of a token as a number; what a cancelled sale and a changed
 *   token answer; `available` as a boolean; `rules` may be null)
 * - its tutorial, "How to mint an NFT collection on Cardano using Tangocrypto API" (the answers to a new
 *   collection and to added tokens)
 * - the developer portal: developers.cardano.org/docs/get-started/tangocrypto (a page of collections)
 * - its documentation: docs.tangocrypto.com/nfts/nft-api (sales, royalties, webhooks)
 */

export const hostedAppId = 'app-of-the-shop'
export const hostedKey = 'key-of-the-shop-0123456789'

/** The policy that the service makes for each collection; the script is not checked here. */
const policyId = '5d16cc1a177b5d9ba9cfa9793b07e60f1fb70fea1f8aef064415d114'
const keyHash = 'ec1b5b1e1c2c6f8f3a4d9b0c7e5a6f8091a2b3c4d5e6f70819203142'

const lovelace = z.int().positive()
const words = z.string().min(1)
const tag = z.strictObject({ tag: words, value: words, name: words.optional() })
const newToken = z.strictObject({
  asset_name: z.string().min(2).max(32),
  name: z.string().min(2).max(32),
  description: z.string().min(2).max(32).optional(),
  price: lovelace.optional(),
  media_type: words.optional(),
  image: words,
  metadata_attributes: z.array(tag).optional(),
  custom_attributes: z.record(words, z.string()).optional(),
})
const policy = z.strictObject({
  lock: z.boolean(),
  lock_time: words.optional(),
  policy_id: words.optional(),
  script: z.unknown().optional(),
  signing_keys: z.array(words).optional(),
})
const template = z.strictObject({
  asset_name: words.optional(),
  name: words.optional(),
  image: words.optional(),
  media_type: words.optional(),
  description: words.optional(),
  files: z.array(z.unknown()).optional(),
  attributes: z.record(words, z.string()).optional(),
  version: words.optional(),
})
const newCollection = z.strictObject({
  name: words,
  description: words.optional(),
  url: words.optional(),
  payout_address: words,
  reservation_time: z.int().optional(),
  policy,
  metadata: template.optional(),
  royalty: z.strictObject({ address: z.array(words), rate: z.number() }).optional(),
})
const newSale = z.strictObject({
  type: z.enum(['fixed', 'random']),
  price: lovelace,
  reservation_time: z.int().positive(),
  tokens: z.array(words).optional(),
  quantity: z.int().optional(),
})
const newWebhook = z.strictObject({
  type: z.literal('nft_api'),
  name: words,
  network: z.enum(['mainnet', 'testnet']),
  description: words.optional(),
  callback_url: words,
})

type Thing = { readonly id: string } & Readonly<Record<string, unknown>>

/** How a test has the service misbehave. */
export type HostedFaults = {
  /** Answers to a request that makes something are not JSON, although it was made. */
  isUnreadable?: boolean
  /** What it states as the fingerprint of each token. */
  fingerprint?: string
}

export type HostedService = LoopbackServer & {
  readonly faults: HostedFaults
  readonly collections: Map<string, Thing>
  readonly sales: Map<string, Thing>
  readonly webhooks: Map<string, Thing>
}

/** Starts it on loopback, empty. */
export const startHostedService = async (): Promise<HostedService> => {
  const faults: HostedFaults = {}
  const store = {
    collections: new Map<string, Thing>(),
    tokens: new Map<string, Thing>(),
    sales: new Map<string, Thing>(),
    webhooks: new Map<string, Thing>(),
    made: 0,
  }
  const server = await startLoopbackServer(async (request, message, response) => {
    const answer = await answerTo({ store, faults }, request, message)
    const isMade = answer.status === 201
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    send(response, faults.isUnreadable === true && isMade ? '<html>' : JSON.stringify(answer.body))
  })
  return Object.assign(server, { faults, ...store })
}

const send = (response: ServerResponse, body: string): void => {
  response.end(body)
}

type Answer = { readonly status: number; readonly body: unknown }
type Service = {
  readonly faults: HostedFaults
  readonly store: Readonly<
    Record<'collections' | 'tokens' | 'sales' | 'webhooks', Map<string, Thing>>
  > & { made: number }
}

const error = (status: number, message: string): Answer => ({
  status,
  body: { status_code: status, message, error: 'Error' },
})

const answerTo = async (
  service: Service,
  { method, path, query, headers }: Recorded,
  message: IncomingMessage,
): Promise<Answer> => {
  const body = await text(message)
  if (headers['x-api-key'] !== hostedKey || !path.startsWith(`/${hostedAppId}/v1/`))
    return error(401, 'Unauthorized')
  const route = `${method} ${path.slice(`/${hostedAppId}/v1`.length)}`
  for (const [pattern, answer] of routes) {
    const ids = pattern.exec(route)
    if (ids === null) continue
    try {
      const sent: unknown = body === '' ? undefined : JSON.parse(body)
      return await answer(service, ids.slice(1), { body: sent, query })
    } catch (thrown) {
      if (!(thrown instanceof z.ZodError)) throw thrown
      // The service's framework answers a request that breaks its form in a shape of its own.
      const reasons = thrown.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      return { status: 400, body: { statusCode: 400, message: reasons, error: 'Bad Request' } }
    }
  }
  return error(404, 'Not Found')
}

type Sent = { readonly body: unknown; readonly query: URLSearchParams }
type Route = (service: Service, ids: readonly string[], sent: Sent) => Answer | Promise<Answer>

const now = '2022-02-23T08:21:38.908Z'

const newId = ({ store }: Service): string => {
  store.made += 1
  return `01g8040ezr5856aevy25s${String(store.made).padStart(5, '0')}`
}

const add = (things: Map<string, Thing>, thing: Thing): Thing => {
  things.set(thing.id, thing)
  return thing
}

const found = (
  things: Map<string, Thing>,
  id: string | undefined,
  answer: (thing: Thing) => Answer,
): Answer => {
  const thing = things.get(id ?? '')
  return thing === undefined ? error(404, 'Not Found') : answer(thing)
}

const shown = (thing: Thing): Answer => ({ status: 200, body: thing })

const page = (things: Iterable<Thing>, { query }: Sent): Answer => {
  const all = [...things]
  const start = Number(query.get('cursor') ?? 0)
  const end = start + Number(query.get('size') ?? 50)
  // An empty cursor ends a list.
  return {
    status: 200,
    body: { data: all.slice(start, end), cursor: end < all.length ? String(end) : '' },
  }
}

const deleted =
  (of: 'collections' | 'tokens' | 'webhooks', position = 0): Route =>
  ({ store }, ids) =>
    found(store[of], ids[position], ({ id }) => {
      store[of].delete(id)
      const name = of.slice(0, -1)
      return { status: 200, body: { deleted: true, [`deleted_${name}_id`]: id, deleted_at: now } }
    })

const madePolicy = (given: z.output<typeof policy>) => ({
  lock: given.lock,
  lock_time: given.lock_time,
  policy_id: given.policy_id ?? policyId,
  script: given.script ?? {
    type: 'all',
    scripts: [
      { type: 'sig', keyHash },
      { type: 'before', slot: 54_094_491 },
    ],
  },
})

const nothingSold = {
  token_count: 0,
  token_for_sale_count: 0,
  token_sold_count: 0,
  revenue: 0,
  income: 0,
  service_fee: 0,
  nft_fee: 0,
  tx_fee: 0,
  total_fees: 0,
}

const makeCollection: Route = (service, _ids, { body }) => {
  const { royalty, reservation_time: _, ...given } = newCollection.parse(body)
  const collection = add(service.store.collections, {
    ...given,
    ...nothingSold,
    // In no document: a service may add what it likes.
    shop_note: 'By appointment',
    id: newId(service),
    policy: madePolicy(given.policy),
    metadata: { label: '721', ...given.metadata },
    ...(royalty === undefined
      ? {}
      : {
          royalty: { metadata: { '777': { addr: royalty.address, rate: royalty.rate } } },
          royalty_sale_info: { sale_id: '01gb5pmxwmr14sftesdxkzx6qe', tx_fee: 180_000 },
        }),
    created_at: now,
    updated_at: now,
  })
  return { status: 201, body: collection }
}

const inCollection = (things: Map<string, Thing>, id: string | undefined): readonly Thing[] =>
  [...things.values()].filter((thing) => hidden.get(thing) === id)

/** The collection of a token or a sale, which the service's answers do not say. */
const hidden = new WeakMap<Thing, string>()

/** The service pins what comes as base64, and answers its address. */
const storedImage = async (image: string): Promise<string> =>
  /^(?:ipfs|https?):/u.test(image)
    ? image
    : ipfsUri(await cidOf(new Uint8Array(Buffer.from(image, 'base64'))))

const addTokens: Route = async (service, [collectionId = ''], { body }) => {
  const collection = service.store.collections.get(collectionId)
  if (collection === undefined) return error(404, 'Not Found')
  const { tokens } = z.strictObject({ tokens: z.array(newToken).min(1).max(25) }).parse(body)
  const fingerprint = fingerprintsOf(PolicyId(policyId))
  const data: Thing[] = []
  for (const token of tokens) {
    const thing = add(service.store.tokens, {
      ...token,
      image: await storedImage(token.image),
      id: newId(service),
      fingerprint: service.faults.fingerprint ?? fingerprint(token.asset_name),
      status: 'FOR_SALE',
      metadata_attributes: (token.metadata_attributes ?? []).map((attribute) => ({
        name: `Attribute ${attribute.tag.slice(1, -1)}`,
        value: attribute.value,
        tag: attribute.tag,
      })),
      policy: collection['policy'],
      metadata: { '721': { version: '1.0' } },
      created_at: now,
      updated_at: Date.parse(now),
    })
    hidden.set(thing, collectionId)
    data.push(thing)
  }
  return { status: 201, body: { data, status_code: 201 } }
}

const changeToken: Route = ({ store }, [, tokenId], { body }) =>
  found(store.tokens, tokenId, (token) => {
    const changed = { ...token, ...newToken.partial().parse(body) }
    hidden.set(changed, hidden.get(token) ?? '')
    return {
      status: 200,
      body: { data: [add(store.tokens, changed)], status_code: 200 },
    }
  })

const makeSale: Route = (service, [collectionId = ''], { body }) =>
  found(service.store.collections, collectionId, () => {
    const { type, price, reservation_time: seconds, ...wanted } = newSale.parse(body)
    const free = inCollection(service.store.tokens, collectionId)
    const tokens =
      type === 'random'
        ? free.slice(0, wanted.quantity)
        : free.filter(({ id }) => wanted.tokens?.includes(id))
    const sale = add(service.store.sales, {
      id: newId(service),
      status: 'RESERVED',
      type,
      price,
      supply: 1,
      payment_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
      reserved_time: seconds * 1000,
      service_fee: 2_000_000,
      shop_note: 'By appointment',
      tokens,
      confirmations: 0,
      created_at: now,
      updated_at: now,
    })
    hidden.set(sale, collectionId)
    return { status: 201, body: { ...sale, payment_link: 'https://buy.example.com/?q=test_e30=' } }
  })

const ofCollection =
  (
    things: Map<string, Thing>,
    collectionId: string | undefined,
    answer: (thing: Thing) => Answer,
  ) =>
  (id: string | undefined): Answer =>
    found(things, id, (thing) =>
      hidden.get(thing) === collectionId ? answer(thing) : error(404, 'Not Found'),
    )

const cancel: Route = ({ store }, [collectionId, saleId]) =>
  ofCollection(store.sales, collectionId, (sale) => {
    if (sale['status'] !== 'RESERVED') return error(400, 'The sale is not reserved.')
    const cancelled = add(store.sales, { ...sale, status: 'CANCELED' })
    hidden.set(cancelled, collectionId ?? '')
    return {
      status: 201,
      body: { canceled: true, canceled_sale_id: sale.id, canceled_at: now },
    }
  })(saleId)

const makeWebhook: Route = (service, _ids, { body }) => ({
  status: 201,
  body: add(service.store.webhooks, {
    ...newWebhook.parse(body),
    rules: null,
    create_date: now,
    update_date: now,
    available: true,
    id: newId(service),
  }),
})

const changed =
  (of: 'collections' | 'webhooks', schema: z.ZodObject): Route =>
  ({ store }, [id], { body }) =>
    found(store[of], id, (thing) =>
      shown(add(store[of], { ...thing, ...schema.partial().parse(body) })),
    )

const collectionPath = '/nft/collections/([^/]+)'

const routes: readonly (readonly [RegExp, Route])[] = (
  [
    ['POST /nft/collections', makeCollection],
    [
      'GET /nft/collections',
      ({ store }, _ids, sent) => {
        const ids = sent.query.get('ids')?.split(',')
        return page(
          [...store.collections.values()].filter(({ id }) => ids?.includes(id) ?? true),
          sent,
        )
      },
    ],
    [`GET ${collectionPath}`, ({ store }, [id]) => found(store.collections, id, shown)],
    [`PATCH ${collectionPath}`, changed('collections', newCollection)],
    [`DELETE ${collectionPath}`, deleted('collections')],
    [
      `GET ${collectionPath}/policy`,
      ({ store }, [id]) =>
        found(store.collections, id, (collection) => ({
          status: 200,
          body: {
            ...z.object({}).loose().parse(collection['policy']),
            signing_keys: ['00'.repeat(32)],
          },
        })),
    ],
    [`POST ${collectionPath}/tokens`, addTokens],
    [
      `GET ${collectionPath}/tokens`,
      ({ store }, [id], sent) => {
        const status = sent.query.get('status')
        return page(
          inCollection(store.tokens, id).filter(
            (token) => status === null || token['status'] === status,
          ),
          sent,
        )
      },
    ],
    [
      `GET ${collectionPath}/tokens/([^/]+)`,
      ({ store }, [id, tokenId]) => ofCollection(store.tokens, id, shown)(tokenId),
    ],
    [`PATCH ${collectionPath}/tokens/([^/]+)`, changeToken],
    [`DELETE ${collectionPath}/tokens/([^/]+)`, deleted('tokens', 1)],
    [`POST ${collectionPath}/sales`, makeSale],
    [
      `GET ${collectionPath}/sales`,
      ({ store }, [id], sent) => page(inCollection(store.sales, id).toReversed(), sent),
    ],
    [
      `GET ${collectionPath}/sales/([^/]+)`,
      ({ store }, [id, saleId]) => ofCollection(store.sales, id, shown)(saleId),
    ],
    [`POST ${collectionPath}/sales/([^/]+)/cancel`, cancel],
    ['POST /webhooks', makeWebhook],
    ['GET /webhooks', ({ store }, _ids, sent) => page(store.webhooks.values(), sent)],
    ['GET /webhooks/([^/]+)', ({ store }, [id]) => found(store.webhooks, id, shown)],
    ['PATCH /webhooks/([^/]+)', changed('webhooks', newWebhook)],
    ['DELETE /webhooks/([^/]+)', deleted('webhooks')],
  ] satisfies readonly (readonly [string, Route])[]
).map(([pattern, route]) => [new RegExp(`^${pattern}$`, 'u'), route])
