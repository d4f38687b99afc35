import { statSync } from 'node:fs'
import { join } from 'node:path'
import { errorTable } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { careful } from '#core/db/database-error.ts'
import { checkDatabases } from '#core/db/home-databases.ts'
import { type Check, errorCheck, checkOfError, ok } from './doctor-check.ts'

/** Every database of the data folder, also when the app itself cannot open it. */
export const checkFiles = (home: string): readonly Check[] => {
  const databases = checkDatabases(home, 'integrity_check')
  const issues = databases.flatMap(({ path, parts, error }) => {
    if (error !== undefined) return [checkOfError('databases', error)]
    if (parts.length === 0) return emptyFile(path)
    return [damaged(`${path} is damaged: ${parts.join(', ')}. ${adviceFor(home, path)}`)]
  })
  if (issues.length > 0) return issues
  return [ok('databases', `${countText(databases.length, 'file')} read whole, without damage.`)]
}

const damaged = (message: string): Check =>
  errorCheck('databases', message, errorTable.corrupt.exit)

const emptyFile = (path: string): readonly Check[] =>
  statSync(path).size > 0 ? [] : [damaged(`${path} is empty (0 bytes). ${careful}`)]

/** The index of the content store holds nothing that its files do not tell. */
const adviceFor = (home: string, path: string): string =>
  path === join(home, 'content', 'index.db')
    ? 'It is only an index of the stored files: move it away, and Coldpress makes it again.'
    : careful
