import { statSync } from 'node:fs'
import { errorTable } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { adviceForDamaged } from '#core/db/database-error.ts'
import { checkDatabases } from '#core/db/home-databases.ts'
import { type Check, errorCheck, checkOfError, ok } from './doctor-check.ts'

/** Every database of the data folder, also when the app itself cannot open it. */
export const checkFiles = (home: string): readonly Check[] => {
  const databases = checkDatabases(home, 'integrity_check')
  const issues = databases.flatMap(({ path, parts, error }) => {
    if (error !== undefined) return [checkOfError('databases', error)]
    if (parts.length === 0) return emptyFile(path)
    return [damaged(`${path} is damaged: ${parts.join(', ')}. ${adviceForDamaged(path)}`)]
  })
  if (issues.length > 0) return issues
  return [ok('databases', `${countText(databases.length, 'file')} read whole, without damage.`)]
}

const damaged = (message: string): Check =>
  errorCheck('databases', message, errorTable.corrupt.exit)

const emptyFile = (path: string): readonly Check[] =>
  statSync(path).size > 0 ? [] : [damaged(`${path} is empty (0 bytes). ${adviceForDamaged(path)}`)]
