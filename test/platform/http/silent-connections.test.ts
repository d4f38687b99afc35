import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { watchSilentConnections } from '#platform/http/silent-connections.ts'

it('ends connections on which nothing was asked, and leaves a request under way', async () => {
  const server = createServer()
  const endSilent = watchSilentConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const arrived = once(server, 'connection')
  const silent = connect(address.port, '127.0.0.1')
  await arrived
  const asking = fetch(`http://127.0.0.1:${address.port}/`)
  const [, response] = await once(server, 'request')
  const ended = once(silent, 'close')
  const closed = new Promise((resolve) => {
    server.close(resolve)
  })
  endSilent()
  await ended
  response.end('done')
  expect(await (await asking).text()).toBe('done')
  // with the silent one it would be open until the test's own time is over
  server.closeIdleConnections()
  await closed
})
