import { isJsonObject, jsonValue, type Json } from '#values/bounds/bounded.ts'
import { textOfHex } from './cip25-json.ts'

/** The datum of a CIP-68 token in the JSON of the ledger: a map, its version, anything else. */
export const cip68Json = jsonValue.refine(
  (value) => metadataOf(value) !== undefined,
  'is no CIP-68 datum: a constructor whose first field is a map',
)

/** Its metadata under plain names, as CIP-25 writes it. */
export const fieldsOfCip68 = (value: Json): Readonly<Record<string, Json>> =>
  plainMap(metadataOf(value) ?? [])

const metadataOf = (value: Json): readonly Json[] | undefined => {
  const fields = isJsonObject(value) ? value['fields'] : undefined
  const first: Json | undefined = Array.isArray(fields) ? fields[0] : undefined
  const map = isJsonObject(first) ? first['map'] : undefined
  return Array.isArray(map) ? map : undefined
}

/** `{bytes}` is text, `{int}` a number, `{list}` and `{map}` hold more of them. */
const plainOf = (value: Json | undefined): Json => {
  if (!isJsonObject(value)) return null
  if (typeof value['bytes'] === 'string') return textOfHex(value['bytes']) ?? null
  if (typeof value['int'] === 'number') return value['int']
  if (Array.isArray(value['list'])) return value['list'].map((json: Json) => plainOf(json))
  if (Array.isArray(value['map'])) return plainMap(value['map'])
  return null
}

/** Entries whose names are no text are left out. */
const plainMap = (entries: readonly Json[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    entries.flatMap((entry) => {
      const name = isJsonObject(entry) ? plainOf(entry['k']) : undefined
      return isJsonObject(entry) && typeof name === 'string' ? [[name, plainOf(entry['v'])]] : []
    }),
  )
