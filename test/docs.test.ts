import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import packageJson from '#package' with { type: 'json' }
import { faultGroups, serviceMoods } from '../tools/faults/faults.ts'
import { faultsPage } from '../tools/faults/faults-page.ts'
import { imagesInDocuments } from '../tools/screens/images-in-documents.ts'
import { moods } from './support/hostile-service.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const pages = ['.', 'docs', 'docs/how-to', 'docs/adr'].flatMap(pagesIn)

/** `(interface, "Token")` of a comment, `Minting service interface, "Limits"` of a rule. */
const citation = /interface,? \(?["“]([^"”]+)["”]/giu

const headingsOf = (page: string): readonly string[] =>
  [...page.replaceAll(/^```.*?^```/gmsu, '').matchAll(/^#+ (.+)$/gmu)].map(
    ([, heading = '']) => heading,
  )

/** The fragment by which GitHub links to a heading. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Names in the first column of a table under a heading of docs/dependencies.md. */
const listedUnder = (heading: string): readonly string[] => {
  const section =
    read('docs/dependencies.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const cells = section.split('\n').filter((line) => line.startsWith('| `'))
  return cells.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/gu)].map(([, name]) => name ?? ''),
  )
}

describe('the documents', () => {
  it.each([
    { heading: 'In the app', packages: packageJson.dependencies },
    { heading: 'For development', packages: packageJson.devDependencies },
  ])('give a reason for each package: $heading', ({ heading, packages }) => {
    expect(listedUnder(heading).toSorted()).toEqual(Object.keys(packages).toSorted())
  })

  it('number the decisions without a gap, and name each in ARCHITECTURE.md', () => {
    const records = readdirSync(join(root, 'docs', 'adr')).toSorted()
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, at) => at + 1))
    const linked = [...read('ARCHITECTURE.md').matchAll(/\]\(docs\/adr\/([^)]+)\)/gu)]
    expect(linked.map(([, name]) => name)).toEqual(records)
  })

  it.each(pages)('link only to what is there: %s', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/gu)]
    const folder = join(root, dirname(page))
    expect(links.filter(([, path = '']) => !existsSync(join(folder, path)))).toEqual([])
  })

  it.each(pages)('link only to headings that are there: %s', (page) => {
    const folder = join(root, dirname(page))
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/gu)]
    const broken = links.filter(([, path = '', fragment = '']) => {
      const target = path === '' ? join(root, page) : join(folder, path)
      return !headingsOf(readFileSync(target, 'utf8')).map(fragmentOf).includes(fragment)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it.each(pages)('name only files of the project that are there: %s', (page) => {
    const named = [...read(page).matchAll(/`((?:src|test|tools|docs)\/[\w./-]+)`/gu)]
    const paths = named.map(([, path = '']) => path).filter((path) => !/NAME|\/x\./u.test(path))
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it.each(pages)('name only what is in the file beside it: %s', (page) => {
    const folder = join(root, dirname(page))
    const named = [
      // `name` in `src/file.ts`
      ...[...read(page).matchAll(/`(\w+)` in `((?:src|test|tools)\/[\w./-]+\.tsx?)`/gu)].map(
        ([, name = '', path = '']) => ({ name, path: join(root, path) }),
      ),
      // `name` ([file.ts](src/file.ts)), `name` in [file.ts](src/file.ts)
      ...[...read(page).matchAll(/`(\w+)` (?:in |\()\[[^\]]+\]\(([^)#]+\.tsx?)\)/gu)].map(
        ([, name = '', path = '']) => ({ name, path: join(folder, path) }),
      ),
    ]
    const absent = named.filter(({ name, path }) => !readFileSync(path, 'utf8').includes(name))
    expect(absent).toEqual([])
  })

  it('keep only the images that a page shows: at most ten, small', async () => {
    const folder = join(root, 'docs', 'screens')
    const images = readdirSync(folder)
    expect(images.toSorted()).toEqual([...imagesInDocuments(root)].toSorted())
    expect(images.length).toBeLessThanOrEqual(10)
    for (const name of images) {
      const { width } = await sharp(join(folder, name)).metadata()
      expect(width, name).toBeLessThanOrEqual(1000)
      expect(statSync(join(folder, name)).size, name).toBeLessThan(64 * 1024)
    }
  })
})

describe('SECURITY.md', () => {
  it('names the test of every attack that is carried out, and no other', () => {
    const folder = join(root, 'test', 'attacks')
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/u.test(path))
      .map((path) => basename(path).replace(/(?:\.\w+)?\.test\.tsx?$/u, ''))
    const page = read('SECURITY.md')
    const table = page.slice(page.indexOf('## Attacks that were carried out'))
    const named = table
      .slice(0, table.indexOf('\n## '))
      .split('\n')
      .flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/gu)])
      .map(([, name = '']) => name)
    expect(named.toSorted()).toEqual(tests.toSorted())
  })
})

describe('docs/faults.md', () => {
  it('is what `node tools/make-faults.ts` makes, with a test for every fault', () => {
    expect(read('docs/faults.md')).toBe(faultsPage(root))
  })

  it('has the 17 cases of the journal', () => {
    expect(faultGroups[0]?.faults).toHaveLength(17)
  })

  it('describes each mood of the hostile minting service', () => {
    const described = serviceMoods.flatMap(([names]) => names)
    expect(described.toSorted()).toEqual(moods.filter((mood) => mood !== 'calm').toSorted())
  })
})

describe('docs/devnet.md', () => {
  const folder = 'tools/chain-peers'
  const sections = read('docs/devnet.md').split(/^## /mu)
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read(`${folder}/package.json`)))
  const pinned = [...read(`${folder}/requirements.txt`).matchAll(/^(\S+)==(\S+)$/gmu)]
  const versions = new Map([
    ...Object.entries(dependencies),
    ...pinned.map(([, name = '', version = '']) => [name, version] as const),
  ])

  it.each([
    ['pycardano', 'pycardano', 'pycardano_and_blockfrost.py'],
    ['blockfrost-python', 'blockfrost-python', 'pycardano_and_blockfrost.py'],
    ['blockfrost-js', '@blockfrost/blockfrost-js', 'blockfrost-js.mjs'],
    ['Mesh', '@meshsdk/core', 'mesh.mjs'],
    ['Blaze', '@blaze-cardano/sdk', 'blaze.mjs'],
    ['Lucid Evolution', '@lucid-evolution/lucid', 'lucid-evolution.mjs', 'lucid-story.mjs'],
  ])(
    'shows lines of the program that `npm run test:peers` runs with %s, and its version',
    (heading, name, ...programs) => {
      const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? ''
      const [text = '', example = ''] = section.split(/^```\w*$/mu)
      expect(text.replaceAll('`', '')).toContain(`${name} ${versions.get(name)}`)
      const lines = new Set(
        programs
          .flatMap((program) => read(`${folder}/${program}`).split('\n'))
          .map((line) => line.trim()),
      )
      const shown = example.split('\n').filter((line) => line !== '')
      expect(shown.length).toBeGreaterThan(4)
      expect(shown.filter((line) => !lines.has(line))).toEqual([])
    },
  )
})

describe('docs/interface.md', () => {
  it('has every section that the code cites', () => {
    const headings = headingsOf(read('docs/interface.md'))
    const cited = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/\n\s*\*/gu, '')
          .matchAll(citation),
      ].map(([, section = '']) => section),
    )
    expect(cited.length).toBeGreaterThan(10)
    expect(cited.filter((section) => !headings.includes(section))).toEqual([])
  })
})
