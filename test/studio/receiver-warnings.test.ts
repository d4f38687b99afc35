import { describe, expect } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { mintTest as it } from './mints/mint-test.ts'
import {
  fundedCollection,
  fundingOf,
  mintOf,
  mintReaches,
  postMint,
  readMint,
} from './mints/mint-harness.ts'
import { collectionBody, createCollection, testAddress } from './open-studio.ts'

/** Nobody knows a script whose hash has zeros alone. */
const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))
const warning = (role: string) => [
  expect.stringContaining(`The ${role} ${script} is that of a script, not of a key.`),
]

describe('A receiving address of a script', () => {
  it('is warned of as a payout when a collection is made or changed, and is never refused', async ({
    studio,
  }) => {
    const made = await studio.call(
      'POST',
      '/nft/collections',
      collectionBody({ payout_address: script }),
    )
    expect(made).toMatchObject({ status: 201, body: { warnings: warning('payout address') } })
    const { id } = await createCollection(studio)
    const read = () => studio.call('GET', `/nft/collections/${id}`)
    expect((await read()).body).not.toHaveProperty('warnings')
    const payout_address = [
      { addr: testAddress, ratio: 0.6 },
      { addr: script, ratio: 0.4 },
    ]
    expect(await studio.call('PATCH', `/nft/collections/${id}`, { payout_address })).toMatchObject({
      status: 200,
      body: { warnings: warning('payout address') },
    })
    expect((await read()).body).toMatchObject({ warnings: warning('payout address') })
  })

  it('is warned of as a royalty before it is confirmed', async ({ studio }) => {
    const royalty = { address: [script.slice(0, 20), script.slice(20)], rate: '0.05' }
    const made = await createCollection(studio, { royalty, royalty_confirmed: false })
    expect(made.warnings).toEqual(warning('royalty address'))
    const path = `/nft/collections/${made.id}/royalty`
    expect((await studio.call('GET', path)).body).toMatchObject({
      confirmed: false,
      warnings: warning('royalty address'),
    })
    const confirm = { rate: '0.05', address: script }
    expect(await studio.call('POST', `${path}/confirm`, confirm)).toMatchObject({
      status: 200,
      body: { confirmed: true, warnings: warning('royalty address') },
    })
  })

  it('is warned of as the receiver of tokens, one among several too, and as that of a withdrawal', async ({
    harness,
    studio,
  }) => {
    const { id, tokens } = await fundedCollection(harness, studio, { names: ['Aa', 'Bb', 'Cc'] })
    const [first, ...others] = tokens.map((token) => token.id)
    const to = [
      { address: testAddress, tokens: [first] },
      { address: script, tokens: others },
    ]
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to, hold: true }))
    expect(made.warnings).toEqual(warning('receiver'))
    await studio.call('POST', `/nft/collections/${id}/mints/${made.id}/cancel`)
    expect(await readMint(studio, made)).not.toHaveProperty('warnings')
    const own = mintOf(await postMint(studio, id, { tokens: [first], to: testAddress }))
    expect(own).not.toHaveProperty('warnings')
    await mintReaches(studio, own, 'completed')

    const path = `/nft/collections/${id}/funding/withdraw`
    await fundingOf(studio, id)
    const withdrawn = await studio.call('POST', path, { to: script, hold: true })
    expect(mintOf(withdrawn).warnings).toEqual(warning('receiver'))
  })
})
