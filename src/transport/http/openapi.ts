import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { errorTable, type ErrorCode } from '#values/errors/errors.ts'
import { recordOf } from '#values/bounds/bounded.ts'
import { exampleOf } from '#contract/examples.ts'
import { errorBody } from '#contract/error-body.ts'
import {
  errorsOfOperation,
  idsIn,
  operationTags,
  pathsOf,
  type Operation,
} from '#contract/operation.ts'
import type { Operations } from '#contract/operation.ts'

type Json = Readonly<Record<string, unknown>>

/** Whose document it is. */
export type DocumentedServer = {
  readonly info: { readonly title: string; readonly version: string } & Json
  readonly appId: string
}

/** OpenAPI 3.1 of the operations that a server made by `serve` has, without its address. */
export const openApiOf = (operations: Operations, { info, appId }: DocumentedServer): Json => {
  const schemas = describeSchemas(operations)
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations))
    for (const at of pathsOf(name, operation)) {
      const path = operation.isPublic ? at.path : `/{app_id}/v1${at.path}`
      const template = path.replaceAll(/:(\w+)/gu, '{$1}')
      const described = {
        ...describeOperation(name, operation, schemas),
        operationId: at.id,
        parameters: [
          ...(operation.isPublic ? [] : [appIdParameter]),
          ...idsIn(at.path).map(idParameter),
          ...queryParameters(schemas.inputs[`${name}.query`]),
        ],
        responses: {
          [at.status]: {
            description: `${operation.summary}.`,
            content: jsonContent(schemas.outputs[`${name}.response`], operation.response),
          },
          ...errorResponses(operation),
          ...failureResponse(name, operation, schemas),
        },
        ...(at.isOlder ? { deprecated: true } : {}),
      }
      paths[template] = { ...paths[template], [operation.method.toLowerCase()]: described }
    }
  const tags = new Set(Object.values(operations).map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info,
    security: [{ apiKey: [] }],
    tags: [...tags].map((name) => ({ name, description: operationTags[name] })),
    paths,
    components: {
      schemas: { ...schemas.components, AppId: { type: 'string', enum: [appId] } },
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  }
}

/** What is the same at each path of an operation. */
const describeOperation = (
  name: string,
  { tag, summary, description, isPublic, request }: Operation,
  { inputs }: Schemas,
): Json => ({
  tags: [tag],
  summary,
  description,
  ...(isPublic ? { security: [] } : {}),
  ...(request === undefined
    ? {}
    : {
        requestBody: { required: true, content: jsonContent(inputs[`${name}.request`], request) },
      }),
})

const failureResponse = (name: string, { failure }: Operation, { outputs }: Schemas): Json =>
  failure === undefined
    ? {}
    : {
        503: {
          description: 'Something fails; the answer says what.',
          content: jsonContent(outputs[`${name}.failure`], failure),
        },
      }

const jsonContent = (schema: unknown, shape: z.ZodType): Json => {
  const example = exampleOf(shape)
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } }
}

const appIdParameter: Json = {
  name: 'app_id',
  in: 'path',
  required: true,
  description: 'The application identifier, to which the API key belongs.',
  schema: { $ref: '#/components/schemas/AppId' },
}

const idParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  description: `The ${name.replaceAll('_', ' ').replace(/ id$/u, ' ID')}, as the service gave it.`,
  schema: { type: 'string', minLength: 1 },
})

const queryParameters = (query: JsonSchema | undefined): readonly Json[] =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    const { description, allowEmptyValue, ...rest }: Json =
      typeof schema === 'object' ? { ...schema } : {}
    const required = query?.required?.includes(name) === true
    return { name, in: 'query', required, allowEmptyValue, description, schema: rest }
  })

/** Node itself answers these, before a request has a route. */
const headErrors = { 431: 'The address or the headers are longer than 16 KiB.' }

/** One answer for each status, with what each of its codes means. */
const errorResponses = (operation: Operation): Json => {
  const sentences = new Map<number, string[]>(
    Object.entries(headErrors).map(([status, sentence]) => [Number(status), [sentence]]),
  )
  for (const [code, sentence] of Object.entries(errorsOfOperation(operation))) {
    const { status } = errorTable[z.enum(errorCodes).parse(code)]
    sentences.set(status, [...(sentences.get(status) ?? []), sentence])
  }
  return Object.fromEntries(
    [...sentences].map(([status, [first = '', ...further]]) => {
      const description = [first, ...further].join(' ')
      const example = {
        status_code: status,
        message: first,
        error: STATUS_CODES[status],
        ...(status >= 500 ? { request_id: '01kdzr4w8m2q6y3t9v5x7b1c0e' } : {}),
      }
      const content = {
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, example },
      }
      return [status, { description, content }]
    }),
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a table that is not empty
const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]

type JsonSchema = z.core.JSONSchema.BaseSchema
const described = z.object({
  properties: recordOf(z.custom<JsonSchema>()),
  components: recordOf(z.custom<JsonSchema>()),
})
type Described = z.output<typeof described>

type Schemas = ReturnType<typeof describeSchemas>

/** The schemas of all operations. What has an id becomes a component, once. */
const describeSchemas = (operations: Operations) => {
  const named = Object.entries(operations)
  const outputs = describe('output', [
    ...named.map(([name, { response }]) => [`${name}.response`, response] as const),
    ...named.map(([name, { failure }]) => [`${name}.failure`, failure] as const),
    ['error', errorBody],
  ])
  const requests = named.map(
    ([name, { method, request }]) => [`${name}.request`, request, method] as const,
  )
  const posts = describe(
    'input',
    requests.filter(([, , method]) => method === 'POST'),
    outputs,
  )
  for (const schema of [posts.properties, posts.components].flatMap(Object.values))
    allowNulls(schema)
  const others = describe(
    'input',
    [
      ...requests.filter(([, , method]) => method !== 'POST'),
      ...named.map(([name, { query }]) => [`${name}.query`, query] as const),
    ],
    outputs,
  )
  return {
    inputs: { ...posts.properties, ...others.properties },
    outputs: outputs.properties,
    components: { ...outputs.components, ...others.components, ...posts.components },
  }
}

/** @param taken components of answers: in a request the same id allows further fields, and is named apart */
const describe = (
  io: 'input' | 'output',
  schemas: readonly (readonly [string, z.ZodType | undefined, ...unknown[]])[],
  taken?: Described,
): Described => {
  const shape = Object.fromEntries(
    schemas.flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema] as const])),
  )
  const { $defs = {}, properties = {} } = z.toJSONSchema(z.object(shape), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // They stand beside the schema, once.
      delete jsonSchema.examples
      const { documented } = z.globalRegistry.get(zodSchema) ?? {}
      if (typeof documented !== 'object') return
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
      Object.assign(jsonSchema, documented)
    },
  })
  const nameOf = (id: string) =>
    [undefined, toText($defs[id])].includes(toText(taken?.components[id])) ? id : `${id}Input`
  const components = Object.fromEntries(
    Object.entries($defs).map(([id, definition]) => [nameOf(id), definition]),
  )
  const text = JSON.stringify({ properties, components }).replaceAll(
    /"#\/\$defs\/(\w+)"/gu,
    (_, id: string) => `"#/components/schemas/${nameOf(id)}"`,
  )
  return described.parse(JSON.parse(text))
}

const toText = (schema: JsonSchema | undefined): string | undefined =>
  JSON.stringify(schema)?.replaceAll('"#/$defs/', '"#/components/schemas/')

/** In a POST null stands for a field that is left out, as some clients write it. */
const allowNulls = (schema: JsonSchema): void => {
  for (const part of [schema.anyOf, schema.oneOf].flatMap((parts) => parts ?? [])) allowNulls(part)
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) allowNulls(schema.items)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field !== 'object') continue
    allowNulls(field)
    if (schema.required?.includes(name) === true || acceptsNull(field)) continue
    schema.properties = { ...schema.properties, [name]: { anyOf: [field, { type: 'null' }] } }
  }
}

const acceptsNull = ({ anyOf = [] }: JsonSchema): boolean =>
  anyOf.some(({ type }) => type === 'null')
