import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { scriptJson } from '#contract/policies/script.ts'

const source = z.string().min(1)
const envelope = z.object({ type: z.string(), description: z.string(), cborHex: z.string() })

/** Every set of the vector file; strict, so that a renamed field fails instead of being skipped. */
const schema = z.strictObject({
  note: z.string(),
  cip14: z.array(
    z.strictObject({
      policy_id: z.string(),
      asset_name: z.string(),
      fingerprint: z.string(),
      source,
    }),
  ),
  cip1855: z.array(
    z.strictObject({
      kind: z.string(),
      mnemonic: z.string().optional(),
      path: z.string().optional(),
      root_xsk: z.string().optional(),
      expected: z.record(z.string(), z.string()).optional(),
      xpub: z.string().optional(),
      vkh: z.string().optional(),
      tx_hash: z.string().optional(),
      signature: z.string().optional(),
      script: scriptJson.optional(),
      policy_id: z.string().optional(),
      source,
    }),
  ),
  cip19: z.array(
    z.strictObject({ type: z.int(), network_id: z.int(), address: z.string(), source }),
  ),
  nativeScripts: z.array(
    z.strictObject({
      name: z.string(),
      script: scriptJson,
      policy_id: z.string(),
      bech32: z.string().optional(),
      address: z.string().optional(),
      source,
    }),
  ),
  registry: z.array(
    z.strictObject({
      subject: z.string(),
      name: z.string(),
      policy_id: z.string(),
      script_cbor: z.string(),
      source,
    }),
  ),
  textEnvelope: z.array(
    z.strictObject({
      kind: z.string(),
      skey: envelope.optional(),
      vkey: envelope.optional(),
      ext: envelope.optional(),
      xprv: z.string().optional(),
      body: z.string().optional(),
      tx: envelope.optional(),
      policy_id: z.string().optional(),
      witness: envelope.optional(),
      unsigned: envelope.optional(),
      signed: envelope.optional(),
      source,
    }),
  ),
  realTx: z.array(
    z.strictObject({
      tx_hash: z.string(),
      cbor: z.string(),
      labels: z.array(z.string()),
      policies: z.array(z.string()),
      scripts: z.array(z.strictObject({ cbor: z.string(), hash: z.string() })),
      network_id: z.int(),
      era: z.int().optional(),
      slot: z.int().optional(),
      ttl: z.string().optional(),
      source,
    }),
  ),
})

/** Vectors that third parties published; the source stands on each entry. */
export const vectors = schema.parse(
  JSON.parse(readFileSync(new URL('../vectors/cardano.json', import.meta.url), 'utf8')),
)

/** The one entry that `find` accepts; fails when there is none or several. */
export const only = <T>(entries: readonly T[], find: (entry: T) => boolean): T => {
  const [entry, ...more] = entries.filter(find)
  if (entry === undefined || more.length > 0) throw new Error('not exactly one such vector')
  return entry
}

/** The value, which the vector must carry. */
export const given = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the vector lacks a field')
  return value
}
