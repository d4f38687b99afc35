import { backupNeedOf, type PolicyView } from '#contract/policies/policy-view.ts'
import { naturalOrder } from '#values/text/text.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { CutText, Hash } from '#renderer/ui/text-parts.tsx'
import type { Column } from '#renderer/ui/virtual.tsx'
import { BackupBadge, keysOnComputer, LockBadge, CanMintBadge } from './policy-states.tsx'
import styles from './policies.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies

/** When minting ends, for ordering: those that cannot mint first, those that never lock last. */
const mintingEnd = ({ canMint, lock }: PolicyView): number => {
  if (!canMint) return 0
  return typeof lock?.time === 'string' ? Date.parse(lock.time) : Number.MAX_SAFE_INTEGER
}

/** Keys without a proved backup first; without keys there is nothing to back up. */
const backupRank = (policy: PolicyView): number =>
  ['none', 'made', 'tested', 'practice', 'elsewhere'].indexOf(backupNeedOf(policy))

const networkColumn: Column<PolicyView> = {
  key: 'network',
  sort: (a, b) => naturalOrder(text.common.networks[a.network], text.common.networks[b.network]),
  title: words.columns.network,
  width: 'minmax(6rem, 1.1fr)',
  cell: ({ network, origin }) => (
    <>
      <div>{text.common.networks[network]}</div>
      <div className={ui['soft']}>
        <CutText>{words.origins[origin]}</CutText>
      </div>
    </>
  ),
}

/** Two lines a row: what is looked for above, what is good to know below. */
export const policyColumns = (now: number, hasNetwork: boolean): readonly Column<PolicyView>[] => [
  {
    key: 'name',
    sort: (a, b) => naturalOrder(a.name ?? '', b.name ?? ''),
    title: words.columns.name,
    width: 'minmax(10.5rem, 2fr)',
    cell: ({ name, policyId }) => (
      <>
        <div className={ui['strong']}>
          <CutText>{name ?? words.unnamed}</CutText>
        </div>
        <div className={ui['soft']}>
          <Hash value={policyId} what={words.policyId} onCopy={copy} />
        </div>
      </>
    ),
  },
  ...(hasNetwork ? [networkColumn] : []),
  {
    key: 'minting',
    sort: (a, b) => mintingEnd(a) - mintingEnd(b),
    title: words.columns.minting,
    width: 'minmax(8.5rem, 1.2fr)',
    cell: (policy) => (
      <div className={styles['states']}>
        <CanMintBadge policy={policy} />
        <LockBadge lock={policy.lock} now={now} />
      </div>
    ),
  },
  {
    key: 'keys',
    sort: (a, b) => backupRank(a) - backupRank(b),
    title: words.columns.keys,
    width: 'minmax(8.5rem, 1.6fr)',
    cell: (policy) => (
      <div className={styles['states']}>
        <span>{words.keysHere(keysOnComputer(policy), policy.keys.length)}</span>
        <BackupBadge policy={policy} />
      </div>
    ),
  },
]
