import Fastify from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { messageOf } from '#values/errors/errors.ts'
import type { Operations } from '#contract/operation.ts'
import { type HandlersOf, serve } from '#transport/http/server.ts'

const common = {
  idempotent: true,
  tag: 'Studio',
  summary: 'Read a leaf',
  description: 'By its ID.',
  errors: {},
  action: 'show the leaf',
} as const
const leafOperations = {
  getLeaf: {
    ...common,
    method: 'GET',
    path: '/leaves/:leaf_id',
    alsoAt: { getLeafOfTree: '/trees/:tree_id/leaves/:leaf_id' },
    olderPaths: { getOldLeaf: '/leaf/:leaf_id' },
    response: z.object({ id: shortText, tree: shortText.nullable() }),
  },
  addLeaf: {
    ...common,
    method: 'POST',
    path: '/leaves',
    request: z.object({ id: shortText }),
    response: z.object({ id: shortText }),
    status: 201,
  },
} as const satisfies Operations

const handlers: HandlersOf<typeof leafOperations> = {
  getLeaf: ({ params: { leaf_id: id, tree_id: tree = null } }) => ({ id, tree }),
  addLeaf: ({ body }) => body,
}

const createApp = () => {
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler(async (error, _request, reply) =>
    reply.code(400).send({ message: messageOf(error) }),
  )
  return app
}

describe('a server made from operations', () => {
  it('answers each path of an operation by its one handler, with the status of the operation', async () => {
    const app = createApp()
    serve(app, leafOperations, handlers)
    const read = async (path: string) => {
      const { statusCode, body } = await app.inject(`/app/v1${path}`)
      return [statusCode, JSON.parse(body)]
    }
    expect(await read('/leaves/l1')).toEqual([200, { id: 'l1', tree: null }])
    expect(await read('/leaf/l1')).toEqual([200, { id: 'l1', tree: null }])
    expect(await read('/trees/t1/leaves/l1')).toEqual([200, { id: 'l1', tree: 't1' }])
    const added = await app.inject({ method: 'POST', url: '/app/v1/leaves', payload: { id: 'l2' } })
    expect([added.statusCode, added.json()]).toEqual([201, { id: 'l2' }])
  })

  it('lets an operation say what is wrong with a request whose form is wrong', async () => {
    const post = (app: ReturnType<typeof createApp>) =>
      app.inject({ method: 'POST', url: '/app/v1/leaves', payload: { id: 7 } })
    const plain = createApp()
    serve(plain, leafOperations, handlers)
    expect((await post(plain)).statusCode).toBe(400)
    const worded = createApp()
    serve(worded, leafOperations, handlers, {
      addLeaf: ({ body }) => new Error(`not a leaf: ${JSON.stringify(body)}`),
    })
    expect((await post(worded)).json()).toMatchObject({ message: 'not a leaf: {"id":7}' })
  })

  it('does not compile with a handler that is missing, or one too many, or one that answers another thing', () => {
    const { getLeaf } = handlers
    // @ts-expect-error addLeaf is missing
    const missing: HandlersOf<typeof leafOperations> = { getLeaf }
    // @ts-expect-error no operation is called dropLeaf
    const further: HandlersOf<typeof leafOperations> = { ...handlers, dropLeaf: getLeaf }
    const other: HandlersOf<typeof leafOperations> = {
      getLeaf,
      // @ts-expect-error its answer has no id
      addLeaf: () => ({ name: 'l3' }),
    }
    expect([missing, further, other].map((table) => 'getLeaf' in table)).toEqual([true, true, true])
  })
})
