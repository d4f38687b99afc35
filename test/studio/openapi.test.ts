import { describe, expect } from 'vitest'
import { z } from 'zod'
import { type TestStudio } from './open-studio.ts'
import { studioTest as it } from './studio-test.ts'

const json = z.record(z.string(), z.unknown())
const operation = z.object({
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(z.object({ in: z.enum(['path', 'query']), name: z.string(), schema: json }))
    .optional(),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: json }) }) })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({ content: z.object({ 'application/json': z.object({ schema: json }) }) }),
  ),
})
const documentShape = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  components: z.object({ securitySchemes: z.object({ apiKey: json }) }),
  security: z.tuple([z.object({ apiKey: z.array(z.never()) })]),
  paths: z.record(
    z.string(),
    z.record(z.enum(['get', 'post', 'patch', 'delete']).or(z.string()), operation),
  ),
})

const withoutBody =
  /\/(?:cancel|release|royalty|test|resend|sales\/\{sale_id\}|sale-rounds\/\{round_id\}\/withdraw)$/u

const read = async (studio: TestStudio) => {
  const reply = await studio.app.inject('/openapi.json')
  expect(reply.statusCode).toBe(200)
  return documentShape.parse(reply.json())
}

const collections = '/{app_id}/v1/nft/collections'
/** Served by its id alone too. */
const oneSale = [`${collections}/{collection_id}/sales/{sale_id}`, '/{app_id}/v1/sales/{sale_id}']
/** How older clients cancel. */
const tokenSales = [
  `${collections}/{collection_id}/tokens/{token_id}/sales/{sale_id}`,
  '/{app_id}/v1/tokens/{token_id}/sales/{sale_id}',
]
/** They make nothing new, and some say all in their path. */
const actions: ReadonlySet<string> = new Set([
  `${collections}/{collection_id}/mints/estimate`,
  `${collections}/{collection_id}/burns/estimate`,
  `${collections}/{collection_id}/mints/{mint_id}/parents`,
  `${collections}/{collection_id}/mints/{mint_id}/witnesses`,
  `${collections}/{collection_id}/mints/{mint_id}/release`,
  `${collections}/{collection_id}/mints/{mint_id}/cancel`,
  `${collections}/{collection_id}/royalty`,
  `${collections}/{collection_id}/royalty/confirm`,
  ...oneSale.flatMap((path) => [`${path}/cancel`, `${path}/resolve`]),
  `${collections}/{collection_id}/sale-rounds/{round_id}/withdraw`,
  ...tokenSales,
  '/{app_id}/v1/unknown-payments/{payment_address}/refund',
  '/{app_id}/v1/webhooks/{webhook_id}/test',
  '/{app_id}/v1/deliveries/{delivery_id}/resend',
])
const served = [
  'get /health',
  `get ${collections}`,
  `post ${collections}`,
  ...['get', 'patch', 'delete'].map((method) => `${method} ${collections}/{collection_id}`),
  `delete ${collections}/{collection_id}/with-minted`,
  `get ${collections}/{collection_id}/policy`,
  `get ${collections}/{collection_id}/tokens`,
  `post ${collections}/{collection_id}/tokens`,
  ...['get', 'patch', 'delete'].map(
    (method) => `${method} ${collections}/{collection_id}/tokens/{token_id}`,
  ),
  ...['get', 'post'].flatMap((method) => [
    `${method} ${collections}/{collection_id}/mints`,
    `${method} ${collections}/{collection_id}/royalty`,
  ]),
  `post ${collections}/{collection_id}/royalty/confirm`,
  `post ${collections}/{collection_id}/mints/estimate`,
  `post ${collections}/{collection_id}/burns`,
  `post ${collections}/{collection_id}/burns/estimate`,
  `get ${collections}/{collection_id}/mints/{mint_id}`,
  `get ${collections}/{collection_id}/mints/{mint_id}/parents`,
  `post ${collections}/{collection_id}/mints/{mint_id}/witnesses`,
  `post ${collections}/{collection_id}/mints/{mint_id}/release`,
  `post ${collections}/{collection_id}/mints/{mint_id}/cancel`,
  `post ${collections}/{collection_id}/mints/{mint_id}/rebuild`,
  `get ${collections}/{collection_id}/funding`,
  `post ${collections}/{collection_id}/funding/withdraw`,
  ...['get', 'post'].map((method) => `${method} ${collections}/{collection_id}/sales`),
  ...oneSale.flatMap((path) => [`get ${path}`, `post ${path}/cancel`, `post ${path}/resolve`]),
  ...tokenSales.map((path) => `post ${path}`),
  ...['get', 'post'].map((method) => `${method} ${collections}/{collection_id}/sale-rounds`),
  `get ${collections}/{collection_id}/sale-rounds/{round_id}`,
  `post ${collections}/{collection_id}/sale-rounds/{round_id}/withdraw`,
  'get /{app_id}/v1/unknown-payments',
  'post /{app_id}/v1/unknown-payments/{payment_address}/refund',
  'get /{app_id}/v1/webhooks',
  'post /{app_id}/v1/webhooks',
  ...['get', 'patch', 'delete'].map((method) => `${method} /{app_id}/v1/webhooks/{webhook_id}`),
  'post /{app_id}/v1/webhooks/{webhook_id}/test',
  'get /{app_id}/v1/webhooks/{webhook_id}/deliveries',
  'get /{app_id}/v1/deliveries/{delivery_id}',
  'post /{app_id}/v1/deliveries/{delivery_id}/resend',
  'get /{app_id}/v1/events',
  'get /{app_id}/v1/gateway',
]

describe('GET /openapi.json', () => {
  it('is OpenAPI 3.1, needs no key, and lists every route that is served and no other', async ({
    studio,
  }) => {
    const document = await read(studio)
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    )
    expect(listed.toSorted()).toEqual(served.toSorted())
  })

  it('documents every path parameter, every body and the errors of every route', async ({
    studio,
  }) => {
    const { paths } = await read(studio)
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { parameters = [], requestBody, responses }] of Object.entries(
        operations,
      )) {
        const inPath = parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`)
        expect(inPath.toSorted()).toEqual((path.match(/\{\w+\}/gu) ?? []).toSorted())
        const hasBody = (method === 'post' && !withoutBody.test(path)) || method === 'patch'
        expect(requestBody !== undefined).toBe(hasBody)
        const codes = Object.keys(responses)
        expect(codes).toContain(method === 'post' && !actions.has(path) ? '201' : '200')
        expect(codes.includes('4XX') && codes.includes('5XX')).toBe(path !== '/health')
      }
  })

  it('points at nothing that is not there', async ({ studio }) => {
    const document: unknown = (await studio.app.inject('/openapi.json')).json()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"(?<to>[^"]+)"/gu)]
    for (const reference of references) {
      const to = reference.groups?.['to'] ?? ''
      expect(to).toMatch(/^#\//u)
      let target: unknown = document
      for (const step of to.slice(2).split('/'))
        target = json.parse(target)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
      expect({ to, target }).toEqual({ to, target: expect.anything() })
    }
  })

  it('says the limits that the server keeps', async ({ studio }) => {
    const text = JSON.stringify(await read(studio))
    expect(text).toContain('"maxItems":25')
    expect(text).toContain('nft_api')
  })
})
