import { durationText } from '#values/text/format.ts'
import type { InspectedPolicy } from '#contract/policies/policy-view.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'

/** The fields of a script alone, which scripts of users know. */
export const scriptJsonOf = (found: InspectedPolicy) => ({
  policy_id: found.policyId,
  script: found.script,
  key_hashes: found.keys.map(({ keyHash }) => keyHash),
  lock_slot: found.lock?.slot ?? null,
  lock_time: found.lock?.time ?? null,
  network: found.network,
})

/** A policy of several files. */
export const foundJson = (found: InspectedPolicy) => ({
  ...scriptJsonOf(found),
  network_by: found.networkBy,
  name: found.name,
  locked: found.lock?.locked ?? false,
  /** Null: no number of them is enough. */
  signatures_needed: found.minting === 'impossible' ? null : found.signatures,
  minting: found.minting,
  keys: found.keys.map(({ keyHash, source, file, path }) => ({
    key_hash: keyHash,
    source,
    file,
    path,
  })),
  listed_here: found.isListed,
  encrypted_keys: found.encrypted,
  skipped: found.skipped,
})

export const foundText = (found: InspectedPolicy): Text => {
  const rows = detailTable([
    ['policy ID', found.policyId],
    ['name', found.name ?? undefined],
    ['network', networkText(found)],
    ['lock', lockText(found)],
    ['signatures', signaturesText(found)],
    ['keys', found.keys.map(keyText)],
    ['mint, burn', mintingTexts[found.minting]],
    ['script', JSON.stringify(found.script)],
    ['not read', found.skipped.map(({ name, reason }) => `${name}: ${reason}`)],
  ])
  return [rows, ...encryptedTexts(found)]
}

const networkText = ({ network, networkBy, lock }: InspectedPolicy): string => {
  if (networkBy === 'list') return `${network}, as listed on this computer`
  if (networkBy !== 'assumption' || lock === null) return network
  return `${network}: the files do not say. For another, add --network`
}

const lockText = ({ lock, network, minting }: InspectedPolicy): string => {
  if (minting === 'impossible') return 'nobody can ever sign'
  if (lock === null) return 'never'
  const at = `slot ${lock.slot}, ${lock.time ?? 'beyond any date'} (${network})`
  return lock.locked ? `since ${at}` : `${at}${leftText(lock.time)}`
}

const leftText = (time: string | null): string => {
  if (time === null) return ''
  return `, ${durationText((Date.parse(time) - Date.now()) / 1000)} left`
}

const signaturesText = ({ signatures, keys, minting }: InspectedPolicy): string => {
  if (minting === 'impossible')
    return keys.length === 1
      ? 'not even that of its 1 key is enough'
      : `not even those of all ${keys.length} keys are enough`
  return keys.length === 0 ? 'none: the script names no key' : `${signatures} of ${keys.length}`
}

const sourceTexts: Readonly<
  Record<InspectedPolicy['keys'][number]['source'], (file: string) => string>
> = {
  files: (file) => `signing key in ${file}`,
  vault: () => 'signing key in the vault',
  encrypted: (file) => `encrypted in ${file}`,
  public: (file) => `signing key missing, public key in ${file}`,
  missing: () => 'missing',
}

const keyText = ({ keyHash, source, file, path }: InspectedPolicy['keys'][number]): string =>
  `${keyHash}  ${sourceTexts[source](file ?? '')}${path === null ? '' : `, ${path}`}`

const mintingTexts: Readonly<Record<InspectedPolicy['minting'], string>> = {
  possible: 'possible now with these keys',
  others_sign: 'possible once the missing keys sign',
  not_yet: 'not yet: its conditions start to hold later',
  locked: 'never again: the policy is locked',
  impossible: 'never: no signatures and no time fulfil the script',
}

const encryptedTexts = ({ encrypted }: InspectedPolicy): readonly string[] => {
  const [first] = encrypted
  if (first === undefined) return []
  const decrypted = first.replace(/\.[^.]*$/u, '')
  return [
    '',
    `${encrypted.join(', ')}: encrypted, and not opened. Decrypt it on a computer that you trust: gpg --decrypt --output ${shellWord(decrypted)} ${shellWord(first)}`,
    `Then import ${decrypted} as well: ${hint(`policy import --file ${shellWord(decrypted)}`)}. Until then the policy can be watched, and its mints wait for that key.`,
  ]
}
