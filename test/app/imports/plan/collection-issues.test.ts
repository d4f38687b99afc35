import { describe, expect, it } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash } from '#cardano/ids.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import type { RoyaltyStatus } from '#app/imports/plan/plan-types.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { collectionOf, fileOf, issuesOf, plainHeader, plainRow, planOf } from './plan-fixture.ts'

const planWith = (metadata: Parameters<typeof collectionOf>[0]) =>
  planOf({ rows: [plainHeader, plainRow], files: ['1.png'], metadata })

describe('what the collection gives all tokens', () => {
  it('incomplete_file: a file needs name, media type and source', () => {
    const plan = planWith({ files: [{ src: '<image>' }] })
    const found = issuesOf(plan, 'incomplete_file')
    expect(found).toMatchObject([{ severity: 'warning', row: null }])
    expect(found[0]?.message).toContain('files[0] has no name and no media_type')
    const whole = { name: '<name>', media_type: 'image/png', src: '<image>' }
    expect(issuesOf(planWith({ files: [whole] }), 'incomplete_file')).toEqual([])
  })

  it('address_not_ipfs and query_string: in a file and in the image', () => {
    const file = { name: 'Work', media_type: 'text/html' }
    const plan = planWith({
      image: 'https://example.com/<asset_name>.png',
      files: [
        { ...file, src: 'ipfs://Qm/<asset_name>.html?seed=1' },
        { ...file, src: 'ipfs://Qm/index.html' },
      ],
    })
    expect(issuesOf(plan, 'address_not_ipfs')).toHaveLength(1)
    expect(issuesOf(plan, 'query_string')).toHaveLength(1)
  })

  it('template_media_type: a fixed type that is no MIME type, or not that of an image', () => {
    const values = (metadata: Parameters<typeof collectionOf>[0]) =>
      issuesOf(planWith(metadata), 'template_media_type').map(({ value }) => value)
    expect(values({ media_type: 'png' })).toEqual(['png'])
    expect(values({ media_type: 'video/mp4' })).toEqual(['video/mp4'])
    const file = { name: 'Work', src: 'ipfs://Qm/work' }
    expect(values({ files: [{ ...file, media_type: 'mp4' }] })).toEqual(['mp4'])
    expect(
      values({ media_type: '<media_type>', files: [{ ...file, media_type: 'video/mp4' }] }),
    ).toEqual([])
  })

  it('media_type_mismatch: a file of another type than the collection says for every token', () => {
    const metadata = { media_type: 'image/webp' }
    const found = issuesOf(planWith(metadata), 'media_type_mismatch')
    expect(found).toMatchObject([{ row: 2, column: 'image', value: 'image/webp' }])
    expect(found[0]?.message).toContain('pinned as image/png')
    expect(issuesOf(planWith({ media_type: 'image/png' }), 'media_type_mismatch')).toEqual([])
  })

  it('empty_attribute: an attribute without a text, or of blanks', () => {
    const found = issuesOf(
      planWith({ attributes: { Artist: '', Ink: ' ', Wing: '<Wing>' } }),
      'empty_attribute',
    )
    expect(found).toMatchObject([
      { severity: 'warning', row: null, value: 'Artist' },
      { severity: 'warning', row: null, value: 'Ink' },
    ])
    expect(found[0]?.message).toContain('has no text, so no token gets it')
    expect(found[1]?.message).toContain('is blank for every token')
  })

  it('leftover_tag, invisible_character and text_in_pieces: an attribute of every token', () => {
    const said = (attributes: Readonly<Record<string, string>>) =>
      planWith({ attributes })
        .issues.filter(({ row }) => row === null)
        .map(({ rule, message }) => `${rule}: ${message}`)
    expect(said({ Artist: 'Ada' })).toEqual([])
    expect(said({ Eyes: '< right eye>' })).toEqual([
      expect.stringMatching(/^leftover_tag: The collection's attributes\.Eyes: .* is not a tag/u),
    ])
    expect(said({ Eyes: 'left <eye' })).toEqual([
      expect.stringMatching(/^leftover_tag: The collection's attributes\.Eyes: .* not closed/u),
    ])
    expect(said({ Artist: 'Ada\u200b' })).toEqual([
      expect.stringMatching(/^invisible_character: /u),
    ])
    expect(said({ Story: 'ä'.repeat(33) })).toEqual([expect.stringMatching(/^text_in_pieces: /u)])
  })

  it('misspelt_field: an attribute that looks like a field of CIP-25', () => {
    const plan = planWith({ attributes: { mediatype: 'image/png', Ink: 'blue' } })
    expect(issuesOf(plan, 'misspelt_field')).toMatchObject([{ row: null, value: 'mediatype' }])
  })
})

const scriptAddress = 'addr_test1wrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcl6szpr'
const stakeAddress = 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn'

const planUnder = (royalty: RoyaltyStatus | undefined) =>
  planImport({
    table: readTable(writeCsv([plainHeader, plainRow])),
    files: [fileOf('1.png')],
    collection: collectionOf(),
    royalty,
  })

describe('royalty_first', () => {
  it.each(['unpaid', 'awaiting_witnesses', 'minting', 'failed', 'impossible', 'not_read'] as const)(
    'is said while the royalty is %s',
    (status) => {
      expect(issuesOf(planUnder(status), 'royalty_first')).toHaveLength(1)
    },
  )

  it.each(['minted', undefined] as const)('is not said of %s', (status) => {
    expect(issuesOf(planUnder(status), 'royalty_first')).toEqual([])
  })
})

describe('royalty_address', () => {
  const key = enterpriseAddress(KeyHash('ab'.repeat(28)), 'preprod')
  const saidOf = (
    addr: readonly string[],
    network: 'mainnet' | 'testnet' = 'testnet',
    status?: RoyaltyStatus,
  ) => {
    const plan = planImport({
      table: readTable(writeCsv([plainHeader, plainRow])),
      files: [fileOf('1.png')],
      collection: {
        ...collectionOf(),
        network,
        royalty: { metadata: { '777': { addr: [...addr], rate: '0.05' } } },
      },
      royalty: status,
    })
    return issuesOf(plan, 'royalty_address').map(
      ({ severity, message }) => `${severity}: ${message}`,
    )
  }

  it('is not said of the address of a key, in one piece or several', () => {
    expect(saidOf([key])).toEqual([])
    expect(saidOf([key.slice(0, 40), key.slice(40)])).toEqual([])
  })

  it.each([
    ['a script', [scriptAddress], 'is that of a script, not of a key'],
    ['a stake key', [stakeAddress], 'is a stake address'],
    ['nobody, for a letter was lost', [key.slice(0, -1)], 'cannot be paid: its checksum is wrong'],
    ['a piece that no metadata can hold', [`${key}${key}`], 'is over 64 bytes'],
  ] as const)('is said of the address of %s', (_, addr, why) => {
    expect(saidOf(addr)).toEqual([expect.stringContaining(why)])
    expect(saidOf(addr)[0]).toMatch(/^warning: .*it can't be changed\.$/u)
  })

  it('is said of an address of another network, and no more once the token is minted', () => {
    expect(saidOf([key], 'mainnet')).toEqual([expect.stringContaining('it is a testnet address')])
    expect(saidOf([scriptAddress], 'testnet', 'minted')).toEqual([])
  })
})

describe('works_at_service', () => {
  const planAt = (hostedBy: string | undefined, src: string) =>
    planImport({
      table: readTable(
        writeCsv([
          [...plainHeader, 'work'],
          [...plainRow, '1.mp4'],
        ]),
      ),
      files: [fileOf('1.png'), fileOf('1.mp4')],
      collection: collectionOf({ files: [{ name: '<name>', media_type: '<work_type>', src }] }),
      hostedBy,
    })

  it('says before the start what a hosted service may do with works', () => {
    expect(issuesOf(planAt('Art Shop', '<work>'), 'works_at_service')).toMatchObject([
      { severity: 'warning', row: null, message: expect.stringContaining('Art Shop is a hosted') },
    ])
  })

  it('is not said of a Local studio, nor of a file that is the same for every token', () => {
    expect(issuesOf(planAt(undefined, '<work>'), 'works_at_service')).toEqual([])
    const cid = 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
    expect(issuesOf(planAt('Art Shop', cid), 'works_at_service')).toEqual([])
  })
})

describe('asset names of the collection', () => {
  it('asset_name_case: a new name that differs from a token by case only', () => {
    const plan = planOf({
      rows: [plainHeader, plainRow],
      files: ['1.png'],
      existing: [{ assetName: 'bean1', fields: { asset_name: 'bean1', name: 'x' }, image: null }],
    })
    expect(issuesOf(plan, 'asset_name_case')).toMatchObject([{ row: 2, value: 'Bean1' }])
  })
})
