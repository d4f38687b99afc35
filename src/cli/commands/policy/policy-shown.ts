import { countText } from '#values/text/format.ts'
import { lacksTestedBackup, type PolicyView } from '#contract/policies/policy-view.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import { type Text, detailTable, table } from '#cli/terminal/table.ts'
import { hint } from '#cli/terminal/hint.ts'
import { backupJson, backupText } from './backup-shown.ts'

/** The names of the interface, as `policy inspect` prints them. */
export const policyJson = (policyView: PolicyView) => ({
  policy_id: policyView.policyId,
  name: policyView.name,
  network: policyView.network,
  script: policyView.script,
  key_hashes: policyView.keys.map(({ keyHash }) => keyHash),
  keys_here: policyView.keys.filter(({ here }) => here).map(({ keyHash }) => keyHash),
  can_mint: policyView.canMint,
  lock_slot: policyView.lock?.slot ?? null,
  lock_time: policyView.lock?.time ?? null,
  origin: policyView.origin,
  account: policyView.accountId,
  collection_id: policyView.collectionId,
  ...backupJson(policyView.backup),
  created_at: policyView.createdAt,
})

const keysText = (policy: PolicyView): string => {
  const { keys } = policy
  const count = `${keys.filter(({ here }) => here).length} of ${keys.length}`
  return isWatchOnly(policy) ? `${count}, watch-only` : count
}

const lockText = ({ lock }: PolicyView): string => {
  if (lock === null) return 'never'
  if (lock.slot === 0) return 'nobody can ever sign'
  return `${lock.locked ? 'since' : 'at'} ${lock.time ?? `slot ${lock.slot}`}`
}

const policyBackupText = ({ keys, backup }: PolicyView): string =>
  backup.state === 'none' && !keys.some(({ here }) => here) ? 'no key here' : backupText(backup)

export const policyTable = (all: readonly PolicyView[]): Text =>
  table(all, {
    'policy ID': ({ policyId }) => policyId,
    name: ({ name }) => name ?? '',
    network: ({ network }) => network,
    'keys here': keysText,
    lock: lockText,
    backup: policyBackupText,
  })

export const policyText = (policyView: PolicyView): Text =>
  detailTable([
    ['policy ID', policyView.policyId],
    ['name', policyView.name ?? undefined],
    ['network', policyView.network],
    [
      'keys here',
      `${keysText(policyView)}${policyView.canMint || isWatchOnly(policyView) ? '' : ', not enough to mint now'}`,
    ],
    ['derived as', policyView.keys.flatMap(({ path }) => path ?? [])],
    ['lock', lockText(policyView)],
    ['backup', policyBackupText(policyView)],
    ['from', policyView.origin],
    ['script', JSON.stringify(policyView.script)],
  ])

/** Reminds of keys without a tested backup; nothing when there are none. */
export const backupReminder = (policies: readonly PolicyView[]): readonly string[] => {
  const lacking = policies.filter(lacksTestedBackup)
  const [first] = lacking
  if (first === undefined) return []
  const whose =
    policies.length === 1
      ? 'Its keys have'
      : countText(lacking.length, 'policy has', 'policies have')
  return [
    `${whose} no tested backup: if this computer is lost, so are the keys. ${nextStep(first)}`,
  ]
}

const nextStep = ({ policyId, backup }: PolicyView): string =>
  backup.state === 'made'
    ? `Test the backup: ${hint('policy drill FILE')}`
    : `Back it up: ${hint(`policy backup ${policyId} --out FILE`)}`
