import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Database, type Schema } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

/** A throwaway home: a real database, and a real vault of sealed files with a cheap seal. */
export const openHome = async (schemas: readonly Schema[]) => {
  const home = temporaryFolder()
  const vault = await openVault({
    home,
    isDefaultHome: false,
    backend: 'sealed-files',
    scryptWorkFactor: 4,
  })
  const db = new Database(join(home, 'app.db'), schemas)
  onTestFinished(async () => {
    vault.close()
    db.close()
  })
  const create = () => vault.create(Secret.ofText('a test passphrase'))
  return { home, vault, db, create }
}

/** The files under a folder that hold `text` as plain bytes. */
export const filesHolding = async (folder: string, text: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const holding: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path)).includes(text)) holding.push(path)
  }
  return holding
}
