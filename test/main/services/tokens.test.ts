import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import sharp from 'sharp'
import { imageCid } from '#media/content/image-cid.ts'
import { herbariumForm, openServices } from './open-services.ts'

const accountId = 'local'

/** A collection of so many tokens, each with an image that is in the content store. */
const openCollection = async (count: number) => {
  const harness = await openServices()
  const { id: collectionId } = await harness.call('collections.create', {
    accountId,
    form: herbariumForm,
  })
  const client = await harness.app.accounts.client(accountId)
  const cids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const background = { r: number % 256, g: 60, b: 90 }
    const pixels = sharp({ create: { width: 8, height: 8, channels: 3, background } })
    const { cid } = await harness.app.content.add(await pixels.png().toBuffer())
    cids.push(cid)
    await client.addTokens(collectionId, [
      {
        asset_name: `Print${number}`,
        name: `Print ${number}`,
        image: `ipfs://${cid}`,
        media_type: 'image/png',
        metadata_attributes: [{ tag: 'ink', value: 'sepia' }],
        custom_attributes: { edition: `${number}` },
      },
    ])
  }
  return { ...harness, collectionId, cids }
}

describe('tokens', () => {
  it('come a page at a time, oldest first, with what a list shows', async () => {
    const { call, collectionId, cids } = await openCollection(2)
    const { tokens, cursor } = await call('tokens.page', { accountId, collectionId, cursor: null })
    expect(cursor).toBeNull()
    expect(tokens.map(({ asset_name, cid }) => [asset_name, cid])).toEqual([
      ['Print1', cids[0]],
      ['Print2', cids[1]],
    ])
    expect(tokens[0]?.attributes).toEqual([
      { name: 'Ink', value: 'sepia' },
      { name: 'edition', value: '1' },
    ])
  })

  it('are shown whole, and deleted', async () => {
    const { call, collectionId, cids, logged } = await openCollection(1)
    const page = await call('tokens.page', { accountId, collectionId, cursor: null })
    const token = { accountId, collectionId, tokenId: page.tokens[0]?.id ?? '' }
    expect(await call('tokens.get', token)).toMatchObject({
      asset_name: 'Print1',
      cid: cids[0],
      fingerprint: expect.stringMatching(/^asset1/u),
    })
    await call('tokens.remove', token)
    await expect(call('tokens.get', token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(call('tokens.remove', token)).rejects.toMatchObject({ code: 'not_found' })
    expect(logged('collection')[0]).toBe('The token Print 1 was deleted.')
  })

  it('are edited while nobody has them; a name in use is refused', async () => {
    const { call, collectionId, logged } = await openCollection(2)
    const { tokens } = await call('tokens.page', { accountId, collectionId, cursor: null })
    const token = { accountId, collectionId, tokenId: tokens[0]?.id ?? '' }
    const edit = {
      name: 'Plate 1',
      description: 'The first plate',
      metadata_attributes: [{ tag: '<ink>', value: 'blue' }],
      custom_attributes: { edition: '7' },
    }
    const edited = await call('tokens.update', { ...token, edit })
    expect(edited).toMatchObject({
      name: 'Plate 1',
      description: 'The first plate',
      attributes: [
        { name: 'Ink', value: 'blue' },
        { name: 'edition', value: '7' },
      ],
    })
    expect(await call('tokens.get', token)).toMatchObject({ name: 'Plate 1' })
    expect(logged('collection')[0]).toBe('The token Plate 1 was changed.')
    await expect(
      call('tokens.update', { ...token, edit: { asset_name: 'Print2' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('without a mint have no transaction', async () => {
    const { call, collectionId } = await openCollection(1)
    const { tokens } = await call('tokens.page', { accountId, collectionId, cursor: null })
    const token = { accountId, collectionId, tokenId: tokens[0]?.id ?? '' }
    expect(await call('tokens.mintTransaction', token)).toBeNull()
  })

  it('lend their images to the list of collections, four at most, once there are any', async () => {
    const { call, app, collectionId, cids } = await openCollection(5)
    const [listed] = await call('collections.list', { accountId })
    expect(listed?.images).toEqual(cids.slice(0, 4))
    const client = await app.accounts.client(accountId)
    for await (const { id } of client.tokens(collectionId))
      await client.deleteToken(collectionId, id)
    const [emptied] = await call('collections.list', { accountId })
    expect(emptied?.images).toEqual([])
  })
})

describe('an export of tokens', () => {
  it('says what it would write, and writes a file where the user says', async () => {
    const { call, collectionId, home, state, logged } = await openCollection(2)
    const asked = { accountId, collectionId, format: 'csv', withFiles: false } as const
    expect(await call('tokens.exportSummary', asked)).toEqual({
      tokens: 2,
      files: 0,
      bytes: 0,
      elsewhere: 0,
      notHeld: [],
      formulas: null,
    })
    expect(await call('tokens.export', asked)).toBeNull()
    expect(state.suggested).toEqual(['Herbarium.csv'])
    state.saveTo = join(home, 'mine.csv')
    expect(await call('tokens.export', asked)).toBe(state.saveTo)
    expect(await readFile(state.saveTo, 'utf8')).toContain('Print2,Print 2,ipfs://')
    expect(logged('collection')[0]).toContain(`exported to ${state.saveTo}`)
    const opensea = await call('tokens.exportSummary', { ...asked, format: 'opensea' })
    expect(opensea.notHeld.join(' ')).toContain('It has no media types')
  })

  it('with files is a new folder in the one that the user picks, and reports its progress', async () => {
    const { call, collectionId, home, state } = await openCollection(2)
    const asked = { accountId, collectionId, format: 'nmkr', withFiles: true } as const
    expect(await call('tokens.exportSummary', asked)).toMatchObject({ tokens: 2, files: 2 })
    expect(await call('tokens.export', asked)).toBeNull()
    state.picked = home
    expect(await call('tokens.export', asked)).toBe(join(home, 'Herbarium-nmkr'))
    expect(await call('tokens.export', asked)).toBe(join(home, 'Herbarium-nmkr-2'))
    expect((await readdir(join(home, 'Herbarium-nmkr-2'))).toSorted()).toEqual([
      'Print1.metadata',
      'Print1.png',
      'Print2.metadata',
      'Print2.png',
    ])
    expect(state.events.findLast(([name]) => name === 'tokens.exported')?.[1]).toMatchObject({
      done: 2,
      total: 2,
    })
  })

  it('stops where the user stops it, and leaves nothing', async () => {
    const { call, collectionId, home, state } = await openCollection(4)
    state.picked = home
    const asked = { accountId, collectionId, format: 'csv', withFiles: true } as const
    vi.spyOn(state.events, 'push').mockImplementation(() => {
      void call('tokens.stopExport', null)
      return 0
    })
    await expect(call('tokens.export', asked)).rejects.toMatchObject({ code: 'cancelled' })
    expect((await readdir(home)).filter((name) => name.startsWith('Herbarium'))).toEqual([])
  })
})

describe('the ranks of tokens', () => {
  it('are written where the user says, and nowhere without an answer', async () => {
    const { call, collectionId, home, state } = await openCollection(2)
    expect(await call('tokens.saveRarity', { accountId, collectionId })).toBeNull()
    expect(state.suggested).toEqual(['rarity.csv'])
    state.saveTo = join(home, 'ranks.csv')
    expect(await call('tokens.saveRarity', { accountId, collectionId })).toBe(state.saveTo)
    expect((await readFile(state.saveTo, 'utf8')).split('\r\n')).toEqual([
      'openrarity_rank,asset_name,name,openrarity_score,unique_traits,Ink,edition',
      '1,Print1,Print 1,1.000000,1,sepia,1',
      '1,Print2,Print 2,1.000000,1,sepia,2',
      '',
    ])
  })
})

describe('the ranks on payment pages', () => {
  it('are hidden until the creator publishes them', async () => {
    const { call, collectionId } = await openCollection(1)
    const isPublished = async () =>
      (await call('collections.get', { accountId, collectionId })).rarity_published
    expect(await isPublished()).toBe(false)
    await call('collections.publishRarity', { accountId, collectionId, isPublished: true })
    expect(await isPublished()).toBe(true)
    await call('collections.publishRarity', { accountId, collectionId, isPublished: false })
    expect(await isPublished()).toBe(false)
  })
})

describe('the CID of an image', () => {
  const v0 = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
  const v1 = 'bafybeif7ztnhq65lumvvtr4ekcwd2ifwgm3awq4zfr3srh462rwyinlb4y'
  it.each([
    [`ipfs://${v0}`, v0],
    [[`ipfs://${v0.slice(0, 20)}`, v0.slice(20)], v0],
    [`ipfs://ipfs/${v0}`, v0],
    [v0, v0],
    [`ipfs://${v1}`, v0],
    [`ipfs://${v0}/1.png`, null],
    ['https://example.org/1.png', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('the CID of the image %j is %j', (image, cid) => {
    expect(imageCid({ image })).toBe(cid)
  })
})
