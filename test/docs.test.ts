import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import { imagesInDocuments } from '../tools/screens/images-in-documents.ts'
import { moods } from './support/hostile-service.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const pages = ['.', 'docs', 'docs/adr'].flatMap(pagesIn)

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
  const page = read('docs/faults.md')
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  /** The cells between the bars of a row. */
  const cellsOf = (row: string): readonly string[] =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())

  const named = rows
    .flatMap((row) => (cellsOf(row).at(-1) ?? '').split('<br>'))
    .flatMap((entry) => [...entry.matchAll(/^\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\): (.+)$/gu)])
    .map(([, label = '', path = '', title = '']) => ({ label, path, title }))

  it.each(named)('names a test that exists: $path: $title', ({ label, path, title }) => {
    expect(basename(path)).toBe(label)
    const source = read(path)
    expect(['`', "'", '"'].some((quote) => source.includes(`${quote}${title}${quote}`))).toBe(true)
  })

  it('has a test for every fault, and the 17 cases of the journal', () => {
    const cases = rows.map(cellsOf).filter(([number = '']) => /^\d+$/u.test(number))
    expect(cases.map(([number]) => number)).toEqual(
      Array.from({ length: 17 }, (_, at) => `${at + 1}`),
    )
    const withTests = [...page.matchAll(/\| tests \|\n\|[-|]+\|\n((?:\|.*\n)+)/gu)]
      .flatMap(([, body = '']) => body.trim().split('\n'))
      .map((row) => cellsOf(row).at(-1) ?? '')
    expect(withTests.length).toBeGreaterThan(17)
    for (const cell of withTests) expect(cell).toMatch(/^\[/u)
    expect(named).toHaveLength(withTests.flatMap((cell) => cell.split('<br>')).length)
  })

  it('describes each mood of the hostile minting service', () => {
    const section = page.split('\n## ').find((part) => part.startsWith('A hostile')) ?? ''
    const described = [...section.matchAll(/`([^`]+)`/gu)].map(([, mood = '']) => mood)
    expect(described.toSorted()).toEqual(moods.filter((mood) => mood !== 'calm').toSorted())
  })
})
