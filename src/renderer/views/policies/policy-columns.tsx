import type { PolicyFacts } from '#shared/calls/facts.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Cut, Hash } from '#renderer/ui/text-parts.tsx'
import type { Column } from '#renderer/ui/virtual.tsx'
import { BackupState, keysHere, LockState, MintState } from './policy-states.tsx'
import styles from './policies.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies

/** Two lines a row: what is looked for above, what is good to know below. */
export const policyColumns = (now: number): readonly Column<PolicyFacts>[] => [
  {
    key: 'name',
    title: words.columns.name,
    width: 'minmax(10rem, 2fr)',
    cell: ({ name, policyId }) => (
      <>
        <div className={styles['first']}>
          <Cut>{name ?? words.unnamed}</Cut>
        </div>
        <div className={ui['second']}>
          <Hash value={policyId} what={words.policyId} onCopy={copy} />
        </div>
      </>
    ),
  },
  {
    key: 'network',
    title: words.columns.network,
    width: 'minmax(6.5rem, 1.1fr)',
    cell: ({ network, origin }) => (
      <>
        <div>{text.common.networks[network]}</div>
        <div className={ui['second']}>
          <Cut>{words.origins[origin]}</Cut>
        </div>
      </>
    ),
  },
  {
    key: 'minting',
    title: words.columns.minting,
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ canMint, lock }) => (
      <div className={styles['states']}>
        <MintState canMint={canMint} />
        <LockState lock={lock} now={now} />
      </div>
    ),
  },
  {
    key: 'keys',
    title: words.columns.keys,
    width: 'minmax(11rem, 1.6fr)',
    cell: (policy) => (
      <div className={styles['states']}>
        <span>{words.keysHere(keysHere(policy), policy.keys.length)}</span>
        <BackupState policy={policy} />
      </div>
    ),
  },
]
