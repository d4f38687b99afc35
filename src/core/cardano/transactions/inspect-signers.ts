import {
  signerReasons,
  type ScriptFacts,
  type ScriptUse,
  type SignerReason,
  type TransactionSummary,
} from '../../../shared/transactions.ts'
import { keyHashesIn, scriptToJson, type NativeScript } from '../scripts.ts'
import type { Need } from './inspect-needs.ts'
import { judgeScript, type Bounds, type Outcome } from './inspect-scripts.ts'

/** Scripts by hash, from every place where one may be found. */
export type Scripts = {
  readonly witnessed: ReadonlyMap<string, NativeScript>
  readonly published: ReadonlyMap<string, NativeScript>
  readonly told: ReadonlyMap<string, NativeScript>
  readonly plutus: ReadonlySet<string>
}

export type FoundScript = {
  readonly origin: ScriptFacts['origin']
  readonly script: NativeScript | undefined
}

export const findScript = (hash: string, scripts: Scripts): FoundScript => {
  const witnessed = scripts.witnessed.get(hash)
  if (witnessed !== undefined) return { origin: 'transaction', script: witnessed }
  if (scripts.plutus.has(hash)) return { origin: 'plutus', script: undefined }
  const told = scripts.told.get(hash)
  if (told !== undefined) return { origin: 'told', script: told }
  const published = scripts.published.get(hash)
  return published === undefined
    ? { origin: 'missing', script: undefined }
    : { origin: 'auxiliary', script: published }
}

/** Who must sign, for what, who may choose, and what is not there yet. */
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
  const judged = [...uses].map(([hash, all]) => judge(hash, [...all], scripts, signed, bounds))
  const wanted = new Set([...keys.keys()].filter((key) => !signed.has(key)))
  for (const { outcome } of judged)
    if (outcome?.state === 'needs_signatures') for (const key of outcome.definite) wanted.add(key)
  for (const { script } of judged)
    for (const key of script === undefined ? [] : keyHashesIn(script)) note(keys, key, 'script')
  return {
    signers: [...keys].map(([keyHash, reasons]) => ({
      keyHash,
      reasons: signerReasons.filter((reason) => reasons.has(reason)),
    })),
    scripts: judged.map(({ facts }) => facts),
    missing: {
      keys: [...wanted],
      choices: judged.flatMap(({ facts, outcome }) => choiceOf(facts.hash, outcome, wanted)),
      scripts: judged
        .filter(({ facts }) => facts.origin !== 'transaction' && facts.origin !== 'plutus')
        .map(({ facts }) => facts.hash),
    },
  }
}

const note = <T>(found: Map<string, Set<T>>, hash: string, use: T): void => {
  found.set(hash, (found.get(hash) ?? new Set<T>()).add(use))
}

const judge = (
  hash: string,
  uses: readonly ScriptUse[],
  scripts: Scripts,
  signed: ReadonlySet<string>,
  bounds: Bounds,
) => {
  const { origin, script } = findScript(hash, scripts)
  const outcome = script === undefined ? undefined : judgeScript(script, signed, bounds)
  const open = outcome?.state === 'needs_signatures' ? outcome : undefined
  const facts: ScriptFacts = {
    hash,
    script: script === undefined ? null : scriptToJson(script),
    origin,
    uses: [...uses],
    state: outcome?.state ?? 'unknown',
    count: open === undefined ? 0 : open.definite.length + open.count,
    of: open === undefined ? [] : [...open.definite, ...open.of],
  }
  return { facts, outcome, script }
}

/** Signatures that are wanted anyway count for a choice too. */
const choiceOf = (
  scriptHash: string,
  outcome: Outcome | undefined,
  wanted: ReadonlySet<string>,
): TransactionSummary['missing']['choices'] => {
  if (outcome?.state !== 'needs_signatures') return []
  const coming = outcome.of.filter((key) => wanted.has(key)).length
  const count = outcome.count - coming
  return count > 0 ? [{ scriptHash, count, of: outcome.of.filter((key) => !wanted.has(key)) }] : []
}
