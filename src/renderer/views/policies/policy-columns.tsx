import type { PolicyFacts } from '../../../shared/calls/facts.ts'
import { copy } from '../../stores/copy.ts'
import { text } from '../../text/en.ts'
import { Cut, Hash, When } from '../../ui/text-parts.tsx'
import type { Column } from '../../ui/virtual.tsx'
import { BackupState, keysHere, LockState, MintState } from './policy-states.tsx'
import styles from './policies.module.css'

const words = text.policies

/** Two lines a row: what is looked for above, what is good to know below. */
export const policyColumns = (now: number): readonly Column<PolicyFacts>[] => [
  {
    key: 'name',
    title: words.columns.name,
    width: 'minmax(9rem, 2.2fr)',
    cell: ({ name, policyId }) => (
      <>
        <div className={styles['first']}>
          <Cut>{name ?? words.unnamed}</Cut>
        </div>
        <div className={styles['second']}>
          <Hash value={policyId} what={words.policyId} onCopy={copy} />
        </div>
      </>
    ),
  },
  {
    key: 'network',
    title: words.columns.network,
    width: 'minmax(6.5rem, 1fr)',
    cell: ({ network, origin }) => (
      <>
        <div>{text.common.networks[network]}</div>
        <div className={styles['second']}>
          <Cut>{words.origins[origin]}</Cut>
        </div>
      </>
    ),
  },
  {
    key: 'lock',
    title: words.columns.lock,
    width: 'minmax(8rem, 1.1fr)',
    cell: ({ lock }) => (
      <>
        <LockState lock={lock} now={now} />
        {typeof lock?.time === 'string' && (
          <div className={styles['second']}>
            <When at={lock.time} slot={String(lock.slot)} />
          </div>
        )}
      </>
    ),
  },
  {
    key: 'keys',
    title: words.columns.keys,
    width: 'minmax(8.5rem, 1.1fr)',
    cell: (policy) => (
      <>
        <MintState canMint={policy.canMint} />
        <div className={styles['second']}>
          {words.keysHere(keysHere(policy), policy.keys.length)}
        </div>
      </>
    ),
  },
  {
    key: 'backup',
    title: words.columns.backup,
    width: 'minmax(7.5rem, 1fr)',
    cell: (policy) => <BackupState policy={policy} />,
  },
]
