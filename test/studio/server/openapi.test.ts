import { describe, expect } from 'vitest'
import { z } from 'zod'
import { operations } from '#app/api/operations.ts'
import type { Operation } from '#contract/operation.ts'
import { type TestStudio } from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

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

const read = async (studio: TestStudio) => {
  const reply = await studio.app.inject('/openapi.json')
  expect(reply.statusCode).toBe(200)
  return documentShape.parse(reply.json())
}

/** Every route that the operations declare, as the document spells it. */
const declared: ReadonlyMap<string, Operation> = new Map(
  Object.values(operations).flatMap((declaration: Operation) => {
    const { method, path, alsoAt = [], olderPaths = [], status = 200 } = declaration
    const older = { ...declaration, status: declaration.olderStatus ?? status }
    return [path, ...alsoAt, ...olderPaths].map((served): [string, Operation] => [
      `${method.toLowerCase()} /{app_id}/v1${served.replaceAll(/:(\w+)/gu, '{$1}')}`,
      olderPaths.includes(served) ? older : declaration,
    ])
  }),
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
        const { request, status = 200 } = declared.get(`${method} ${path}`) ?? {}
        expect(requestBody !== undefined).toBe(request !== undefined)
        const codes = Object.keys(responses)
        expect(codes).toContain(String(status))
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
