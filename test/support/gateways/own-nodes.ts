import { buffer } from 'node:stream/consumers'
import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { createDevnetApp } from '#devnet/app.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import type { TestChain } from './chain.ts'

const token = 'token-behind-the-stand-in'

type Answered = { readonly status: number; readonly body: string }

/** A node of one's own with Blockfrost's API over a chain of the tests. */
const startNode = async (
  { chain }: TestChain,
  basePath: string,
  answerAs: (path: string, answered: Answered, response: ServerResponse) => void,
): Promise<string> => {
  const app = createDevnetApp(chain, { token: Secret.ofText(token), failed: () => undefined })
  const server = await startLoopbackServer(
    async ({ method, path, query, headers }, message, response) => {
      const payload = await buffer(message)
      const rest = path.slice(basePath.length)
      const search = query.size === 0 ? '' : `?${query.toString()}`
      const type = headers['content-type']
      const answer = await app.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url: `/api/v0${rest}${search}`,
        headers: {
          project_id: token,
          host: '127.0.0.1',
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        ...(method === 'POST' ? { payload } : {}),
      })
      answerAs(rest, { status: answer.statusCode, body: answer.body }, response)
    },
  )
  onTestFinished(async () => {
    await server.close()
    await app.close()
  })
  return `${server.url}${basePath}`
}

const send = (response: ServerResponse, { status, body }: Answered, type = 'application/json') => {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}

/**
 * Dolos 1.6 (https://github.com/txpipe/dolos/tree/135cfc6/crates/minibf): the API is at the root, a
 * submission is answered with the ID alone, an error with its status alone. A transaction that waits
 * in its mempool is a conflict.
 */
export const startDolos = (test: TestChain): Promise<string> =>
  startNode(test, '', (path, answered, response) => {
    const isWaiting = /all inputs are spent/iu.test(answered.body)
    if (path === '/tx/submit' && isWaiting) send(response, { status: 409, body: '' })
    else if (answered.status >= 400) send(response, { ...answered, body: '' }, 'text/plain')
    else if (path === '/tx/submit')
      send(response, { ...answered, body: answered.body.replaceAll('"', '') }, 'text/plain')
    else send(response, answered)
  })

/**
 * Dingo 0.69 (https://github.com/blinklabs-io/dingo/tree/2031e4f/api/blockfrost): the same paths as
 * Blockfrost, without the list of a policy's tokens, the mempool and the metrics.
 */
export const startDingo = (test: TestChain): Promise<string> =>
  startNode(test, '/api/v0', (path, answered, response) => {
    const isMissing = /^\/(?:assets\/policy|mempool|metrics)/u.test(path)
    send(
      response,
      isMissing
        ? {
            status: 404,
            body: JSON.stringify({
              status_code: 404,
              error: 'Not Found',
              message: 'The requested component has not been found.',
            }),
          }
        : answered,
    )
  })
