import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bech32 } from '@scure/base'

/** A secret that was planted, by the name under which a find is reported. */
export type Planted = { readonly name: string; readonly bytes: Uint8Array }

type Needle = { readonly form: string; readonly bytes: Buffer }

/** Everything by which a secret's bytes would be recognised, wherever they stand in another text. */
const needlesOf = ({ bytes }: Planted): readonly Needle[] => {
  const hex = Buffer.from(bytes).toString('hex')
  const texts = [
    ['hex', hex],
    ['upper-case hex', hex.toUpperCase()],
    ['numbers', [...bytes].join(',')],
    ...(['base64', 'base64url'] as const).flatMap((form) =>
      [0, 1, 2].map((before) => [form, innerBase64(bytes, before, form)] as const),
    ),
    ['bech32', innerBech32(bytes)],
  ] as const
  return [
    { form: 'raw', bytes: Buffer.from(bytes) },
    { form: 'UTF-16', bytes: Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf16le') },
    ...texts.map(([form, text]) => ({ form, bytes: Buffer.from(text) })),
  ]
}

/** The characters of base64 that depend on these bytes alone, when `before` others stand ahead. */
const innerBase64 = (bytes: Uint8Array, before: number, form: 'base64' | 'base64url'): string => {
  const text = Buffer.concat([new Uint8Array(before), bytes]).toString(form)
  const end = Math.floor(((before + bytes.length) * 8) / 6)
  return text.slice(Math.ceil((before * 8) / 6), end)
}

/** Whatever the prefix, and without what depends on the bytes that follow. */
const innerBech32 = (bytes: Uint8Array): string =>
  bech32.encodeFromBytes('x', bytes).slice(2, 2 + Math.floor((bytes.length * 8) / 5))

/** The places that hold a planted secret, as `place: secret (form)`. */
export const findPlanted = (
  places: ReadonlyMap<string, Uint8Array>,
  secrets: readonly Planted[],
): readonly string[] => {
  const needles = secrets.flatMap((secret) =>
    needlesOf(secret).map((needle) => ({ ...needle, name: secret.name })),
  )
  return [...places].flatMap(([source, bytes]) => {
    const held = Buffer.from(bytes)
    return needles
      .filter((needle) => held.includes(needle.bytes))
      .map(({ name, form }) => `${source}: ${name} (${form})`)
  })
}

/** Every file under the folders, by path. */
export const filesUnder = (...folders: readonly string[]): Map<string, Uint8Array> =>
  new Map(
    folders
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path)]),
  )
