import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { assert, asyncProperty, array, string } from 'fast-check'
import { describe, expect } from 'vitest'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { filesOfTokens, noFiles } from '#app/imports/formats/export-files.ts'
import { type ExportFormat, exportFormats, takesFiles } from '#contract/imports/export-formats.ts'
import { exportTokens, formulaNote, unheldFields } from '#app/imports/formats/export-tokens.ts'
import { writeExport } from '#app/imports/formats/write-export.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import type { ExistingToken } from '#app/imports/plan/plan-types.ts'
import { tokenOnChain } from '#app/mints/metadata-on-chain.ts'
import { folderTest } from '../../../support/folder-test.ts'
import { collectionOf } from '../plan/plan-fixture.ts'

const image = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKbxBJ'
const work = 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
const collection = collectionOf({
  name: '<name>',
  image: '<image>',
  attributes: { Eyes: '<eyes>', Artist: 'Ada Press' },
})
const withWorks = collectionOf({
  ...collection.metadata,
  files: [{ name: '<name>', media_type: '<work_type>', src: '<work>' }],
})
const tokenOf = (
  assetName: string,
  eyes: string,
  {
    price,
    story = `${'A long story. '.repeat(12)}End; of "it"`,
  }: {
    readonly price?: number
    readonly story?: string
  } = {},
): ExistingToken => ({
  assetName,
  image,
  fields: {
    asset_name: assetName,
    name: assetName.replace(/0*(?=\d+$)/u, ' #'),
    metadata_attributes: [{ tag: '<eyes>', value: eyes }],
    custom_attributes: { Story: story },
    ...(price === undefined ? {} : { price }),
  },
})
const tokens = [tokenOf('Bean0002', 'Red', { price: 425_500_000 }), tokenOf('Bean0010', '007')]

/** The same with a work beside the image, as a service holds it. */
const withWork = (token: ExistingToken, address = work, type = 'video/mp4'): ExistingToken => ({
  ...token,
  fields: {
    ...token.fields,
    metadata_attributes: [
      ...(token.fields.metadata_attributes ?? []),
      { tag: '<work>', value: address },
      { tag: '<work_type>', value: type },
    ],
  },
})

const it = folderTest.extend('store', async ({ folder }, { onCleanup }) => {
  const store = await openContentStore({ dir: join(folder, 'store') })
  onCleanup(() => store.close())
  return store
})

type Exported = {
  readonly held?: readonly ExistingToken[]
  readonly into?: typeof collection
  /** Files beside it come from this store. */
  readonly store?: ContentStore
  readonly safeCells?: boolean
}

/** Exports the tokens to a folder and plans an import of it into the same collection. */
const readBack = async (
  out: string,
  format: ExportFormat,
  { held = tokens, into = collection, store, safeCells = false }: Exported = {},
) => {
  const files =
    store === undefined ? noFiles : filesOfTokens(format, into.metadata ?? undefined, held, store)
  const exported = exportTokens(format, into, held, files.names, safeCells)
  if (exported instanceof Uint8Array && store === undefined) {
    await mkdir(out, { recursive: true })
    await writeFile(join(out, format === 'cip25' ? 'metadata.json' : 'tokens.csv'), exported)
  } else {
    const unused = { isSound: () => Promise.resolve(true), path: () => '' }
    await writeExport(out, exported, files, { store: store ?? unused })
  }
  const { table, works, source } = await readFolderTable({ folder: out })
  expect(source.format).toBe(format)
  const plan = planImport({ table, files: works, collection: into, existing: held })
  return { ...plan, files: await readdir(out) }
}

const states = (plan: Awaited<ReturnType<typeof readBack>>) =>
  plan.tokens.map(({ assetName, state }) => [assetName, state])

const errorsOf = ({ issues }: Awaited<ReturnType<typeof readBack>>) =>
  issues.filter(({ severity }) => severity === 'error')

describe('tokens that are exported', () => {
  for (const format of exportFormats)
    it(`come back from ${format} as the same tokens`, async ({ folder }) => {
      const plan = await readBack(join(folder, 'out'), format)
      expect(errorsOf(plan)).toEqual([])
      expect(states(plan)).toEqual([
        ['Bean0002', 'done'],
        ['Bean0010', 'done'],
      ])
      expect(plan.tokens.map(({ request }) => request.price)).toEqual(
        format === 'csv' ? [425_500_000, undefined] : [undefined, undefined],
      )
      // Metadata holds no price, which is said before.
      expect(unheldFields(format, collection, tokens).join(' ')).toMatch(
        format === 'csv' ? /^$/u : /^The format has no prices: 1 token has one\./u,
      )
    })

  for (const format of exportFormats)
    it(`whatever their texts are come back from ${format} as the same tokens`, async ({
      folder,
    }) => {
      const text = string({ unit: 'grapheme', minLength: 2, maxLength: 90 }).filter(
        (one) => one.trim() === one && !/[<>\p{C}\p{Zl}\p{Zp}]/u.test(one),
      )
      let round = 0
      await assert(
        asyncProperty(array(text, { minLength: 2, maxLength: 6 }), async (texts) => {
          const held = texts.map((one, at) =>
            tokenOf(`Bean000${at + 1}`, one, { story: texts.at(at - 1) ?? one }),
          )
          const plan = await readBack(join(folder, `${(round += 1)}`), format, { held })
          expect(errorsOf(plan)).toEqual([])
          expect(states(plan)).toEqual(held.map(({ assetName }) => [assetName, 'done']))
        }),
        { numRuns: 25 },
      )
    })

  for (const format of exportFormats)
    it(`with numbers, lists and a media type of their own come back from ${format}`, async ({
      folder,
    }) => {
      const [first = tokenOf('Bean0001', 'Red'), ...others] = tokens
      const odd: ExistingToken = {
        ...first,
        onChain: { image: ['ipfs://', image.slice('ipfs://'.length)], mediaType: 'image/png' },
        fields: {
          ...first.fields,
          description: ['In two ', 'pieces'],
          media_type: 'image/jpg',
          metadata_attributes: [{ tag: '<eyes>', value: -7 }],
          custom_attributes: { Weight: 0.5, Film: ['red', 'blue'] },
        },
      }
      const held = [odd, ...others]
      const plan = await readBack(join(folder, 'out'), format, { held })
      expect(errorsOf(plan)).toEqual([])
      expect(states(plan)).toEqual(held.map(({ assetName }) => [assetName, 'done']))
      if (format !== 'cip25') return
      const metadata: unknown = JSON.parse(
        await readFile(join(folder, 'out/metadata.json'), 'utf8'),
      )
      expect(tokenOnChain(metadata, collection.policy.policy_id, first.assetName)).toMatchObject({
        image: odd.onChain?.image,
        mediaType: 'image/png',
        description: ['In two ', 'pieces'],
        eyes: -7,
        Weight: '0.5',
        Film: ['red', 'blue'],
      })
    })

  for (const format of ['csv', 'cip25', 'nmkr'] as const)
    it(`with works come back from ${format} with their works`, async ({ folder }) => {
      const held = tokens.map((token) => withWork(token))
      const plan = await readBack(join(folder, 'out'), format, { held, into: withWorks })
      expect(errorsOf(plan)).toEqual([])
      expect(states(plan)).toEqual([
        ['Bean0002', 'done'],
        ['Bean0010', 'done'],
      ])
    })

  for (const format of exportFormats.filter(takesFiles))
    it(`with files come back from ${format} as the same content`, async ({ folder, store }) => {
      const [first, second, film] = await Promise.all([
        store.addFile('resources/sample/01-fern.jpg'),
        store.addFile('resources/sample/02-olive.webp'),
        store.add(Readable.from([Buffer.from('%PDF-1.7 a film, not a film')])),
      ])
      const held = [
        { ...tokenOf('Bean0001', 'Red'), image: `ipfs://${first.cid}` },
        { ...tokenOf('Bean0002', 'Blue'), image: `ipfs://${second.cid}` },
      ].map((token) => withWork(token, `ipfs://${film.cid}`, 'application/pdf'))
      const plan = await readBack(join(folder, 'out'), format, { held, into: withWorks, store })
      expect(errorsOf(plan)).toEqual([])
      // The folder's files are looked at when the import runs.
      expect(states(plan)).toEqual([
        ['Bean0001', 'compare'],
        ['Bean0002', 'compare'],
      ])
      const cids = plan.tokens.map(async ({ image: made, works: [beside] }) => {
        const stored = made.kind === 'file' ? await store.addFile(made.file.path) : undefined
        const other = beside === undefined ? undefined : await store.addFile(beside.file.path)
        return [stored?.cid, other?.cid]
      })
      expect(await Promise.all(cids)).toEqual([
        [first.cid, film.cid],
        [second.cid, film.cid],
      ])
      expect(unheldFields(format, withWorks, held, true).join(' ')).not.toContain('IPFS')
    })

  it('keep the addresses of content that is elsewhere, and are not written half', async ({
    folder,
    store,
  }) => {
    const { cid } = await store.addFile('resources/sample/01-fern.jpg')
    const held = [
      { ...tokenOf('Bean0001', 'Red'), image: `ipfs://${cid}` },
      tokenOf('Bean0002', 'Red'),
    ]
    const files = filesOfTokens('csv', undefined, held, store)
    expect(files).toMatchObject({ files: [{ name: 'Bean0001.jpg' }], elsewhere: 1 })
    const exported = exportTokens('csv', collection, held, files.names)
    expect(Buffer.from(exported instanceof Uint8Array ? exported : '').toString()).toContain(image)
    await writeFile(store.path(cid), 'other bytes')
    await expect(
      writeExport(join(folder, 'out'), exported, files, { store }),
    ).rejects.toMatchObject({ code: 'corrupt' })
    expect(await readdir(folder)).toEqual(['store'])
  })

  it('that NMKR would rename are files of their own and come back', async ({ folder }) => {
    const odd = ['Fern_1', 'fern1', 'Ferné', '№9'].map((name) => tokenOf(name, 'Red'))
    const { files, tokens: read } = await readBack(join(folder, 'out'), 'nmkr', { held: odd })
    expect(files.toSorted()).toEqual([
      'Fern1.metadata',
      'Ferne.metadata',
      'No9.metadata',
      'fern1-2.metadata',
    ])
    expect(new Set(read.map(({ assetName, state }) => `${assetName} ${state}`))).toEqual(
      new Set(['Fern_1 done', 'fern1 done', 'Ferné done', '№9 done']),
    )
    expect(unheldFields('nmkr', collection, odd)).toEqual([
      expect.stringContaining('would change 3 names'),
    ])
  })

  it('whose names OpenSea cannot hold are counted before', () => {
    const odd = [tokenOf('Fern', 'Red'), tokenOf('Olive', 'Blue')]
    expect(unheldFields('opensea', collection, odd).join(' ')).toContain(
      'no asset names. An import makes them of the name and the number: 2 tokens get another one, such as Beans0001.',
    )
  })
})

describe('cells that a spreadsheet would run', () => {
  const dangerous = ['=1+1', '+49', '-2', '@SUM(A1)', "'=1", "'99", '="a"', "''99"]
  const held = dangerous.map((value, at) => tokenOf(`Bean000${at + 1}`, value))
  const tableText = (format: 'csv' | 'opensea', safeCells: boolean): string => {
    const bytes = exportTokens(format, collection, held, new Map(), safeCells)
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : ''
  }

  it('are counted, with one of them', () => {
    expect(formulaNote('csv', collection, held)).toBe(
      '5 cells begin with =, +, - or @, such as "=1+1": a spreadsheet would run them as formulas.',
    )
    expect(formulaNote('opensea', collection, held)).toContain('5 cells begin')
    expect(formulaNote('cip25', collection, held)).toBeUndefined()
    expect(formulaNote('csv', collection, [tokenOf('Bean0001', 'Red')])).toBeUndefined()
  })

  it.each(['csv', 'opensea'] as const)('become text on demand: %s', (format) => {
    const safe = tableText(format, true).split(/[,\r\n]+/u)
    expect(safe.filter((cell) => /^[=+\-@]/u.test(cell))).toEqual([])
    expect(safe).toContain("'=1+1")
    // What begins with an apostrophe itself gets one more, which an import takes away.
    expect(safe).toContain("''=1")
  })

  it.for([false, true])('come back exactly; safe: %s', async (safeCells, { folder }) => {
    const { tokens: read } = await readBack(join(folder, 'out'), 'csv', { held, safeCells })
    expect(read.map(({ state }) => state)).toEqual(dangerous.map(() => 'done'))
    expect(tableText('csv', false).split(',')).toContain('=1+1')
  })
})
