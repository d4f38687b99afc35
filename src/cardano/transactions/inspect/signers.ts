import {
  signerReasons,
  type ScriptSummary,
  type ScriptUse,
  type SignerReason,
  type TransactionSummary,
} from '#contract/signing/transactions.ts'
import { keyHashesIn, scriptToJson, type NativeScript } from '../../scripts.ts'
import type { Need } from './needs.ts'
import { evaluateScript, type Bounds } from './scripts.ts'

/** Scripts by hash, from every place where one may be found. */
export type Scripts = {
  readonly witnessed: ReadonlyMap<string, NativeScript>
  readonly published: ReadonlyMap<string, NativeScript>
  readonly stated: ReadonlyMap<string, NativeScript>
  readonly plutus: ReadonlySet<string>
}

export type FoundScript = {
  readonly origin: ScriptSummary['origin']
  readonly script: NativeScript | undefined
}

export const findScript = (hash: string, scripts: Scripts): FoundScript => {
  const witnessed = scripts.witnessed.get(hash)
  if (witnessed !== undefined) return { origin: 'transaction', script: witnessed }
  if (scripts.plutus.has(hash)) return { origin: 'plutus', script: undefined }
  const stated = scripts.stated.get(hash)
  if (stated !== undefined) return { origin: 'stated', script: stated }
  const published = scripts.published.get(hash)
  return published === undefined
    ? { origin: 'missing', script: undefined }
    : { origin: 'auxiliary', script: published }
}

/** Who must sign and for what, where there is a choice, and what is still missing. */
export type Signers = Pick<TransactionSummary, 'signers' | 'scripts'> & {
  readonly missing: Pick<TransactionSummary['missing'], 'keys' | 'choices' | 'scripts'>
}

export const signersOf = (
  needs: readonly Need[],
  scripts: Scripts,
  signed: ReadonlySet<string>,
  bounds: Bounds,
): Signers => {
  const keys = new Map<string, Set<SignerReason>>()
  const uses = new Map<string, Set<ScriptUse>>()
  for (const { credential, use } of needs) {
    if (credential.kind === 'key' && use !== 'mint') note(keys, credential.hash, use)
    if (credential.kind === 'script' && use !== 'required_signer') note(uses, credential.hash, use)
  }
  const evaluated = [...uses].map(([hash, all]) =>
    evaluateUses(hash, [...all], scripts, signed, bounds),
  )
  const scriptsHere = evaluated.flatMap(({ summary, script }) =>
    script === undefined ? [] : [{ hash: summary.hash, script }],
  )
  const direct = [...keys.keys()].filter((key) => !signed.has(key))
  const { wanted, choices } = wantedOf(direct, scriptsHere, signed, bounds)
  for (const { script } of evaluated)
    for (const key of script === undefined ? [] : keyHashesIn(script)) note(keys, key, 'script')
  return {
    signers: [...keys].map(([keyHash, reasons]) => ({
      keyHash,
      reasons: signerReasons.filter((reason) => reasons.has(reason)),
    })),
    scripts: evaluated.map(({ summary }) => summary),
    missing: {
      keys: [...wanted],
      choices,
      scripts: evaluated
        .filter(({ summary }) => summary.origin !== 'transaction' && summary.origin !== 'plutus')
        .map(({ summary }) => summary.hash),
    },
  }
}

const note = <T>(found: Map<string, Set<T>>, hash: string, use: T): void => {
  found.set(hash, (found.get(hash) ?? new Set<T>()).add(use))
}

const evaluateUses = (
  hash: string,
  uses: readonly ScriptUse[],
  scripts: Scripts,
  signed: ReadonlySet<string>,
  bounds: Bounds,
) => {
  const { origin, script } = findScript(hash, scripts)
  const outcome = script === undefined ? undefined : evaluateScript(script, signed, bounds)
  const open = outcome?.state === 'needs_signatures' ? outcome : undefined
  const scriptSummary: ScriptSummary = {
    hash,
    script: script === undefined ? null : scriptToJson(script),
    origin,
    uses: [...uses],
    state: outcome?.state ?? 'unknown',
    count: open === undefined ? 0 : open.definite.length + open.count,
    of: open === undefined ? [] : [...open.definite, ...open.of],
  }
  return { summary: scriptSummary, script }
}

type NamedScript = { readonly hash: string; readonly script: NativeScript }

/**
 * The signatures that are certainly missing, and the remaining choices. A certain signature also
 * counts in every other script that names its key, which may make another one certain.
 */
const wantedOf = (
  direct: readonly string[],
  scripts: readonly NamedScript[],
  signed: ReadonlySet<string>,
  bounds: Bounds,
): {
  readonly wanted: ReadonlySet<string>
  readonly choices: TransactionSummary['missing']['choices']
} => {
  const wanted = new Set(direct)
  for (;;) {
    const assumed = new Set([...signed, ...wanted])
    const open = scripts.flatMap(({ hash, script }) => {
      const outcome = evaluateScript(script, assumed, bounds)
      return outcome.state === 'needs_signatures' ? [{ hash, ...outcome }] : []
    })
    const certain = open.flatMap(({ definite }) => definite)
    if (certain.length === 0)
      return {
        wanted,
        choices: open.map(({ hash, count, of }) => ({ scriptHash: hash, count, of: [...of] })),
      }
    for (const key of certain) wanted.add(key)
  }
}
