import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { readBaseUrl } from '#platform/http/base-url.ts'
import { sendRequest } from '#platform/http/outgoing/send.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { createSender } from '#studio/deliveries/send.ts'
import { createImageFetcher } from '#studio/tokens/fetch-image.ts'
import { helloStore } from '../media/pinning/service-test.ts'
import { createCollection, openStudio, type TestStudio, tokenBody } from '../studio/open-studio.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'

const longName = `${'a'.repeat(60)}.`.repeat(5)
const names = [`${longName}example.com`, `${'b'.repeat(64)}.example.com`, `${'c'.repeat(300)}.com`]
const words = /characters; at most (?:253|63) are possible/u

/** Reads a key as the vault does when it opens an item: whatever error OpenSSL has left is its own. */
const readKey = async (): Promise<void> => {
  const der = generateKeyPairSync('x25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  await crypto.subtle.importKey('pkcs8', Uint8Array.from(der), { name: 'X25519' }, false, [
    'deriveBits',
  ])
}

describe.each(names)('A host name that TLS cannot take, %#', (name) => {
  let studio: TestStudio
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(() => studio.close())

  it('is refused as the receiver of a webhook', async () => {
    const reply = await studio.call('POST', '/webhooks', {
      type: 'nft_api',
      name: 'Sales',
      network: 'testnet',
      callback_url: `https://${name}/hook`,
    })
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toMatch(words)
  })

  it('is refused as the source of an image', async () => {
    const { id } = await createCollection(studio)
    const reply = await studio.call('POST', `/nft/collections/${id}/tokens`, {
      tokens: [tokenBody('One', { image: `https://${name}/1.png` })],
    })
    expect(JSON.stringify(reply.body)).toMatch(words)
    await readKey()
  })

  it('is not followed from the server of an image', async () => {
    const server = await startLoopbackServer((_request, _message, response) =>
      response.writeHead(302, { location: `https://${name}/1.png` }).end(),
    )
    const fetcher = createImageFetcher({ mayConnect: () => true })
    const fetched = fetcher.fetchImage(server.url, () => Promise.resolve())
    const ended = fetched.catch((error: unknown) => error)
    // in every turn of the loop, as the vault may open an item in each
    const state = { isOver: false }
    void ended.then(() => (state.isOver = true))
    while (!state.isOver) {
      await readKey()
      await new Promise(setImmediate)
    }
    expect(String(await ended)).toMatch(words)
    await fetcher.close()
    await server.close()
  })

  it('is not connected to for a webhook that an earlier version stored', async () => {
    const sender = createSender(1_000)
    const sent = sender.send({ url: `https://${name}/`, headers: {}, body: Buffer.from('{}') })
    await new Promise(setImmediate)
    await readKey()
    expect((await sent)?.error).toMatch(words)
    await sender.close()
  })

  it('is refused wherever an address is typed, and by what sends', async () => {
    const url = `https://${name}`
    expect(() => readBaseUrl(url, 'API key')).toThrow(words)
    expect(serviceAddress.safeParse(url).error?.issues[0]?.message).toMatch(words)
    expect(() => readPublicAccess({ listen: '127.0.0.1:4880', publicUrl: url })).toThrow(words)
    const store = await helloStore()
    expect(() => createKuboPinner({ url, store })).toThrow(words)
    await expect(sendRequest(url)).rejects.toMatchObject({ code: 'invalid' })
    await readKey()
  })
})
