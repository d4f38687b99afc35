import { mkdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePolicyKey } from '#cardano/keys.ts'
import {
  type HomeEntry,
  type HomeHeader,
  readHomeFile,
  writeHomeFile,
} from '#app/home/home-file.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openApp } from '../../support/open-app.ts'
import { exportTo, passphrase } from './open-home.ts'

/** A home with a policy key, an API key and a stored image, in `from`; its file. */
export const exportedHome = async (folder: string) => {
  const home = join(folder, 'from')
  const app = await openApp(home)
  await app.vault.create(Secret.ofText(passphrase))
  const key = generatePolicyKey()
  await app.vault.storeKeys([key])
  await app.ownKeys.add([key.keyHash])
  await app.vault.setApiKey({ accountId: 'studio', apiKey: Secret.ofText('an API key') })
  app.settings.change({ autoLockMinutes: 5 })
  mkdirSync(join(home, 'content', 'objects', 'ab'), { recursive: true })
  writeFileSync(join(home, 'content', 'objects', 'ab', 'image'), 'an image')
  const file = join(folder, 'moved.coldpress')
  const exported = await exportTo(app, file)
  await app.close()
  return { home, file, key, exported }
}

/** Writes the same file again with other facts and entries. */
export const repack = async (
  from: string,
  to: string,
  change: (
    facts: HomeHeader,
    entries: readonly HomeEntry[],
  ) => readonly [HomeHeader, readonly HomeEntry[]],
): Promise<void> => {
  const entries: HomeEntry[] = []
  const secret = Secret.ofText(passphrase)
  const facts = await readHomeFile(from, secret, {
    onHeader: () => Promise.resolve(),
    onFile: async (name, size, body) => {
      const pieces: Uint8Array[] = []
      for await (const piece of body) pieces.push(Uint8Array.from(piece))
      entries.push({ name, size, source: Buffer.concat(pieces) })
    },
  })
  const [changedFacts, changedEntries] = change(facts, entries)
  const pieces: Uint8Array[] = []
  await writeHomeFile(changedFacts, changedEntries, {
    passphrase: secret,
    workFactor: 4,
    write: async (chunk) => void pieces.push(chunk),
    onBytes: () => undefined,
  })
  await writeFile(to, Buffer.concat(pieces))
}

export const counted = (facts: HomeHeader, entries: readonly HomeEntry[]): HomeHeader => ({
  ...facts,
  files: entries.length,
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
})

/** An entry that a test adds. */
export const entryOf = (name: string): HomeEntry => {
  const source = Buffer.from('planted')
  return { name, size: source.length, source }
}
