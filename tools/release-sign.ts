import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { publicKeyHex } from '#keys/seal/ed25519.ts'
import { signRelease } from '#app/updates/release.ts'
import { projectKeys } from '#app/updates/release-source.ts'
import { messageOf } from '#values/errors/errors.ts'
import packageJson from '#package' with { type: 'json' }
import { releaseFiles } from './release/release-files.ts'
import { releaseNotes } from './release/release-notes.ts'
import { makeSigningKey, readSigningKey } from './release/signing-key.ts'

/**
 * `npm run release:sign`: signs the files of a release on a computer that is offline. Its result,
 * `release.json`, is published beside them (docs/packaging.md, "Sign a release").
 */
const usage = `npm run release:sign -- --new-key FILE            makes a key, once
npm run release:sign -- --key FILE [--key FILE]   signs the files of the folder dist
  --folder DIR    another folder than dist
  FILE may be - for standard input. Keys stay outside the repository.`

const root = join(import.meta.dirname, '..')

const newKey = (path: string): void => {
  const key = publicKeyHex(makeSigningKey(root, path))
  console.log(
    `The private key is in ${path}. Keep it offline, with a copy in another place: without it no installed version accepts a release.\n\nThe public key, for src/app/updates/release-source.ts:\n${key}`,
  )
}

const signFolder = async (folder: string, paths: readonly string[]): Promise<void> => {
  const { version } = packageJson
  const keys = paths.map((path) => readSigningKey(root, path))
  const files = await releaseFiles(folder)
  const notes = releaseNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
  const release = { version, publishedAt: new Date().toISOString(), notes, files: [...files] }
  writeFileSync(join(folder, 'release.json'), signRelease(release, keys))
  console.log(`Signed ${version}: ${files.map(({ name }) => name).join(', ')}`)
  for (const key of keys.map(publicKeyHex))
    if (!projectKeys.includes(key))
      console.log(
        `The public key ${key} is not in src/app/updates/release-source.ts: no version accepts this signature.`,
      )
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      'new-key': { type: 'string' },
      key: { type: 'string', multiple: true },
      folder: { type: 'string', default: join(root, 'dist') },
    },
  })
  if (values['new-key'] !== undefined) newKey(values['new-key'])
  else if (values.key !== undefined) await signFolder(values.folder, values.key)
  else throw new Error(`Which key?\n${usage}`)
}

try {
  await main()
} catch (cause) {
  console.error(messageOf(cause))
  process.exit(1)
}
