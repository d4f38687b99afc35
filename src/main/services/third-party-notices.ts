import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { appCalls } from '#contract/settings/calls.ts'

/** A package that ships, and the folder that it is in. */
export type NoticedPackage = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly folder: string
}

const licenceFile = /^(?:licen[cs]e|copying|notice)/iu

/** The texts that a package has beside its code; none of a package for another system. */
const textsOf = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
        .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
        .join('\n\n')
    : ''

const title = ({ name, version, licence }: NoticedPackage): string =>
  `${name} ${version} (${licence})`

const line = '-'.repeat(80)

/**
 * The licence of every package, with its text. Packages of the same text share it: most differ in
 * nothing but the name of their author, and those are kept apart.
 */
export const noticesOf = (packages: readonly NoticedPackage[]): string => {
  const byText = Map.groupBy(packages, ({ folder }) => textsOf(folder))
  return [...byText]
    .toSorted(([, [a]], [, [b]]) => ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1))
    .map(([text, same]) => `${line}\n${same.map(title).join('\n')}\n\n${text}\n`)
    .join('\n')
}

const licences = appCalls['app.info'].output.shape.licences

/** A package brings the file; a checkout has the packages themselves. */
export const readNotices = async (resources: string): Promise<string> => {
  const packed = join(resources, 'third-party-notices.txt')
  if (existsSync(packed)) return readFile(packed, 'utf8')
  const listed = licences.parse(
    JSON.parse(await readFile(join(resources, 'licences.json'), 'utf8')),
  )
  const folder = join(dirname(resources), 'node_modules')
  return noticesOf(
    listed.map((component) => ({ ...component, folder: join(folder, component.name) })),
  )
}
