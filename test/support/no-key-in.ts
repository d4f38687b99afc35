import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readSigningKey, writeSigningKey } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { TestHome } from './coldpress.ts'

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

/** No file of a home has the key: neither its bytes nor any text of them. */
export const expectNoKeyIn = (home: TestHome, skey: string): void => {
  const key = readSigningKey(Secret.ofText(skey))
  const raw = key.secret.use((bytes) => Buffer.from(bytes))
  const forms = [
    raw,
    ...(['base64', 'base64url'] as const).map((form) => raw.toString(form)),
    ...(['hex', 'cbor', 'bech32'] as const).map((form) => writeSigningKey(key, form).text()),
  ]
  const files = filesBelow(home.dir)
  expect(files.length).toBeGreaterThan(1)
  for (const path of files) {
    const content = readFileSync(path)
    for (const form of forms) expect(content.includes(form), path).toBe(false)
  }
}
