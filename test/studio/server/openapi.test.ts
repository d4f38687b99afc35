import { describe, expect } from 'vitest'
import { z } from 'zod'
import { operations } from '#app/api/operations.ts'
import { exampleOf } from '#contract/examples.ts'
import { errorsOfOperation, type Operation, type Operations, pathsOf } from '#contract/operation.ts'
import { addTokensRequest } from '#contract/tokens/token.ts'
import { errorTable } from '#values/errors/errors.ts'
import { type TestStudio } from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

const isStated = (example: unknown): boolean => example !== undefined

const json = z.record(z.string(), z.unknown())
const content = z.object({
  'application/json': z.object({ schema: json, example: z.unknown().refine(isStated) }),
})
const operation = z.object({
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.tuple([z.string()]),
  security: z.array(z.unknown()).optional(),
  deprecated: z.literal(true).optional(),
  parameters: z.array(
    z.object({
      in: z.enum(['path', 'query']),
      name: z.string(),
      required: z.boolean(),
      allowEmptyValue: z.literal(true).optional(),
      description: z.string().min(1).optional(),
      schema: json,
    }),
  ),
  requestBody: z.object({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1), content })),
})
const documentShape = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.tuple([z.object({ url: z.url() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  components: z.object({ schemas: json, securitySchemes: z.object({ apiKey: json }) }),
  security: z.tuple([z.object({ apiKey: z.array(z.never()) })]),
  paths: z.record(
    z.string(),
    z.record(z.enum(['get', 'post', 'patch', 'delete']).or(z.string()), operation),
  ),
})

const read = async (studio: TestStudio) => {
  const reply = await studio.app.inject('/openapi.json')
  expect(reply.statusCode).toBe(200)
  return documentShape.parse(reply.json())
}

/** Every route that the operations declare, as the document spells it. */
const declared = new Map(
  Object.entries<Operation>(operations satisfies Operations).flatMap(([name, declaration]) =>
    pathsOf(name, declaration).map(({ id, path, status }) => [
      `${declaration.method.toLowerCase()} /{app_id}/v1${path.replaceAll(/:(\w+)/gu, '{$1}')}`,
      { id, status, declaration },
    ]),
  ),
)

const statusesOf = (declaration: Operation): readonly string[] =>
  Object.entries(errorTable).flatMap(([code, { status }]) =>
    code in errorsOfOperation(declaration) ? [String(status)] : [],
  )

describe('GET /openapi.json', () => {
  it('is OpenAPI 3.1, needs no key, and lists every route that is served and no other', async ({
    studio,
  }) => {
    const document = await read(studio)
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    )
    expect(listed.toSorted()).toEqual([...declared.keys(), 'get /health'].toSorted())
  })

  it('gives each operation an id of its own, its parameters, its body and the errors that it declares', async ({
    studio,
  }) => {
    const { paths } = await read(studio)
    const ids: string[] = []
    for (const [path, operations] of Object.entries(paths))
      for (const [method, documented] of Object.entries(operations)) {
        const { operationId, parameters, requestBody, responses } = documented
        ids.push(operationId)
        const inPath = parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`)
        expect(inPath.toSorted()).toEqual((path.match(/\{\w+\}/gu) ?? []).toSorted())
        if (path === '/health') continue
        const { id, status, declaration } = declared.get(`${method} ${path}`) ?? {}
        expect(operationId).toBe(id)
        // A request without a query is taken where none of its fields is required.
        expect(parameters.some((one) => one.in === 'query' && one.required)).toBe(
          declaration?.query?.safeParse({}).success === false,
        )
        expect(requestBody !== undefined).toBe(declaration?.request !== undefined)
        const expected = [status, 431, ...(declaration ? statusesOf(declaration) : [])].map(String)
        expect(new Set(Object.keys(responses))).toEqual(new Set(expected))
      }
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has examples that the schemas of requests and answers accept as they are', () => {
    for (const [name, { request, response }] of Object.entries<Operation>(operations)) {
      expect([name, response.parse(exampleOf(response))]).toEqual([name, exampleOf(response)])
      if (request === undefined || name === 'addTokens') continue
      expect([name, request.safeParse(exampleOf(request)).error]).toEqual([name, undefined])
    }
    expect(addTokensRequest.parse(exampleOf(addTokensRequest)).tokens).toHaveLength(1)
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

  it('says the bounds that the server keeps', async ({ studio }) => {
    const { paths, components } = await read(studio)
    const list = paths['/{app_id}/v1/nft/collections']?.['get']
    const schemas = Object.fromEntries(
      (list?.parameters ?? []).map(({ name, schema }) => [name, schema]),
    )
    expect(schemas).toMatchObject({
      size: { type: 'integer', minimum: 1, maximum: 100 },
      cursor: { type: 'string', pattern: expect.anything() },
    })
    const empty = list?.parameters.filter((one) => one.allowEmptyValue === true)
    expect(empty?.map(({ name }) => name)).toEqual(['size'])
    expect(components.schemas['AppId']).toEqual({ type: 'string', enum: ['local'] })
    const field = { minLength: 2, maxLength: 32 }
    expect(components.schemas['AddTokensRequest']).toMatchObject({
      properties: {
        tokens: { maxItems: 25, items: { properties: { name: field, asset_name: field } } },
      },
    })
    expect(components.schemas['WithdrawRequest']).toMatchObject({
      properties: { to: { maxLength: 256, pattern: expect.stringContaining('addr') } },
    })
    expect(components.schemas['CollectionRequest']).toMatchObject({
      properties: {
        policy: {
          properties: {
            lock_time: { anyOf: [{ pattern: expect.stringContaining('[0-9]{4}') }, {}] },
          },
        },
      },
    })
  })
})
