import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished } from 'vitest'
import { createServedStudios } from '#app/accounts/served-studios.ts'
import { settingsSchema } from '#app/settings/settings.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { apiKey } from '../studio/open-studio.ts'
import { studioTest as it } from '../studio/studio-test.ts'

const key = Secret.ofText(apiKey)

const openServed = () => {
  const db = new Database(':memory:', [settingsSchema])
  onTestFinished(() => db.close())
  return { db, served: createServedStudios(db) }
}

/** A port of the test's own that passes every request on, and keeps what it was sent. */
const startRelay = async (to: string) => {
  const relay = await startLoopbackServer(async ({ path, query }, message, response) => {
    message.resume()
    const reply = await fetch(`${to}${path}?${query.toString()}`)
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(await reply.text())
  })
  onTestFinished(() => relay.close())
  return relay
}

describe('A port that the database names for the studio that is served', () => {
  it('is believed where the studio itself answers, by its key, and until that is taken back', async ({
    studio,
  }) => {
    const { served } = openServed()
    const url = await studio.app.listen({ host: '127.0.0.1', port: 0 })
    const withdraw = served.announce('devnet', url)
    expect(await served.find('devnet', key)).toMatchObject({
      baseUrl: url,
      network: 'devnet',
      app_id: 'local',
      public_url: null,
      signs: true,
    })
    expect(await served.find('devnet', Secret.ofText('another key'))).toBeUndefined()
    expect(await served.find('preprod', key)).toBeUndefined()

    const relay = await startRelay(url)
    served.announce('devnet', relay.url)
    expect(await served.find('devnet', key)).toBeUndefined()
    expect(relay.requests).toHaveLength(1)
    expect(JSON.stringify(relay.requests)).not.toContain(apiKey)
    // what was announced by another process meanwhile is left to it
    withdraw()
    expect(served.isAnnounced('devnet')).toBe(true)
    served.announce('devnet', url)()
    expect(served.isAnnounced('devnet')).toBe(false)
    expect(await served.find('devnet', key)).toBeUndefined()
  })

  it('is nobody where something else answers, or what is stored is no port', async () => {
    const { db, served } = openServed()
    const other = createServer((_, response) => response.end('{"proof":"ab"}'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    served.announce('devnet', `http://127.0.0.1:${address.port}`)
    expect(await served.find('devnet', key)).toBeUndefined()
    db.upsert('settings', { name: 'served-devnet', value: '"80@elsewhere"' }, 'name')
    expect(await served.find('devnet', key)).toBeUndefined()
  })
})
