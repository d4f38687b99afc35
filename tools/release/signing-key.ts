import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** A key in the repository would sooner or later be committed. */
const requireOutside = (repository: string, path: string): void => {
  const folder = realpathSync(dirname(resolve(path)))
  const way = relative(realpathSync(repository), join(folder, 'key'))
  if (way.startsWith(`..${sep}`) || isAbsolute(way)) return
  throw new Error(`${path} is in the repository. Keep the key outside of it, offline.`)
}

/** Makes a new Ed25519 key, in a file that must not exist yet and that its owner alone can read. */
export const makeSigningKey = (repository: string, path: string): KeyObject => {
  requireOutside(repository, path)
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  writeFileSync(path, pem, { flag: 'wx', mode: 0o600 })
  return privateKey
}

/** @param path `-` for standard input */
export const readSigningKey = (repository: string, path: string): KeyObject => {
  if (path !== '-') requireOutside(repository, path)
  const key = parseKey(readFileSync(path === '-' ? 0 : path))
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new Error(`${path} holds no private Ed25519 key as PEM.`)
}

/** The error of OpenSSL says nothing of what it was given. */
const parseKey = (pem: Buffer): KeyObject | undefined => {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
