import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ShippedPackage, shippedPackages } from '../make-licences.ts'

const licenceFile = /^(?:licen[cs]e|copying|notice)/iu

/** The texts that a package has beside its code; none of a package for another system. */
const textsOf = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
        .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
        .join('\n\n')
    : ''

const title = ({ name, version, licence }: ShippedPackage): string =>
  `${name} ${version} (${licence})`

const line = '-'.repeat(80)

/**
 * The licence of every package that ships, with its text. Packages of the same text share it: most
 * differ in nothing but the name of their author, and those are kept apart.
 */
export const thirdPartyNotices = (root: string): string => {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const byText = Map.groupBy(shippedPackages(lock), ({ path }) => textsOf(join(root, path)))
  return [...byText]
    .toSorted(([, [a]], [, [b]]) => ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1))
    .map(([text, packages]) => `${line}\n${packages.map(title).join('\n')}\n\n${text}\n`)
    .join('\n')
}
