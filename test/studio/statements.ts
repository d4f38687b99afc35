import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement as a module of the studio has it in its source. */
export type WrittenStatement = { readonly file: string; readonly sql: string }

const root = join(import.meta.dirname, '../../src')

/** The modules whose statements run on a studio's database. */
const folders = ['studio', 'chain/submission', 'keys/seal']

/** What functions put into statements: each kind of it, by the expression's text. */
type Inserted = Readonly<Record<string, readonly string[]>>

const verbs = '(?:SELECT|UPDATE|DELETE|INSERT|WITH)'
const text = `(?<quote>['"\`])(?<text>(?:(?!\\k<quote>)[^])*)\\k<quote>`
const statementText = new RegExp(
  `(?<before>const (?:select|\\w+) =\\s*)?(?=['"\`](?:\\s*${verbs}\\s|\\$\\{\\w+\\}\\s))${text}`,
  'gu',
)
const constantText = new RegExp(`const (?<name>\\w+) =\\s*${text}\\n`, 'gu')
const isStatement = new RegExp(`^\\s*${verbs}\\s`, 'u')
const expression = /\$\{(?<inside>[^}]*)\}/u

/** Puts what is known of each expression in its place. */
const replaceAll = (
  sql: string,
  inserted: Inserted,
  constants: ReadonlyMap<string, string>,
): readonly string[] => {
  const found = expression.exec(sql)
  if (found === null) return [sql]
  const inside = found.groups?.['inside'] ?? ''
  const own = constants.get(inside)
  const kinds = own === undefined ? inserted[inside] : [own]
  if (kinds === undefined)
    throw new Error(`This test does not know what \${${inside}} may be in: ${sql}`)
  return kinds.flatMap((kind) =>
    replaceAll(
      sql.replace(found[0], () => kind),
      inserted,
      constants,
    ),
  )
}

/** What `rowsOfPage` adds. */
const paged = (select: string): string => {
  const seq = /\bFROM deliveries d\b/u.test(select) ? 'd.seq' : 'seq'
  return `${select} AND ${seq} < :after ORDER BY ${seq} desc LIMIT :rows`
}

const statementsIn = (file: string, inserted: Inserted): readonly WrittenStatement[] => {
  const source = readFileSync(join(root, file), 'utf8')
  const constants = new Map(
    source
      .matchAll(constantText)
      .map(({ groups }) => [groups?.['name'] ?? '', groups?.['text'] ?? '']),
  )
  return [...source.matchAll(statementText)].flatMap(({ groups }) => {
    const name = /const (\w+)/u.exec(groups?.['before'] ?? '')?.[1] ?? ''
    // A part is looked at in the statements that have it, unless it is run by itself too.
    const isPart = source.includes(`\${${name}}`)
    if (isPart && !new RegExp(`, ${name}[,)]`, 'u').test(source)) return []
    const written = groups?.['text'] ?? ''
    const first = constants.get(/^\$\{(\w+)\}/u.exec(written)?.[1] ?? '') ?? written
    if (!isStatement.test(first)) return []
    return replaceAll(written, inserted, constants).map((sql) => ({
      file,
      sql: (name === 'select' ? paged(sql) : sql).replaceAll(/\s+/gu, ' ').trim(),
    }))
  })
}

/** Every statement that a module of the studio has in its source, in each of its kinds. */
export const writtenStatements = (inserted: Inserted): readonly WrittenStatement[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('schema.ts'))
      .map((name) => join(folder, name))
      .toSorted()
      .flatMap((file) => statementsIn(file, inserted)),
  )
