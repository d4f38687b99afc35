import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AccountFacts } from '../../../shared/calls/facts.ts'
import type { CollectionFacts } from '../../../shared/calls/collections.ts'
import { call, failureOf } from '../../bridge.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useNavigation } from '../../stores/navigation.ts'
import { useVault } from '../../stores/vault.ts'
import { text } from '../../text/en.ts'
import { Sheet } from '../../ui/page.tsx'
import styles from './policies.module.css'
import { collectionsUnder } from './policy-search.ts'

const words = text.policies.usedBy

type Asked = {
  readonly lists: readonly {
    readonly account: AccountFacts
    readonly collections: readonly CollectionFacts[]
  }[]
  readonly faults: readonly { readonly account: AccountFacts; readonly reason: string }[]
}

/** The collections of every account that stand under this policy. */
export const UsedBy = ({ policyId }: { readonly policyId: string }) => {
  const accounts = useAccounts((state) => state.accounts)
  // API keys may be sealed while the vault is locked: an account may answer after it is opened.
  const vaultState = useVault(({ status }) => status?.state)
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    let isGone = false
    void askAll(accounts).then((answer) => !isGone && setAsked(answer))
    return () => {
      isGone = true
    }
  }, [accounts, vaultState])
  return (
    <Sheet title={words.title}>
      {asked === undefined ? (
        <div className={styles['soft']} role="status">
          {words.looking}
        </div>
      ) : (
        <Answer policyId={policyId} asked={asked} />
      )}
    </Sheet>
  )
}

const Answer = ({ policyId, asked }: { readonly policyId: string; readonly asked: Asked }) => {
  const go = useNavigation((state) => state.go)
  const using = collectionsUnder(policyId, asked.lists)
  return (
    <ul className={styles['lines']}>
      {using.length === 0 && <li className={styles['soft']}>{words.none}</li>}
      {using.map(({ account, collection }) => (
        <li key={`${account.id}/${collection.id}`}>
          <Anchor
            component="button"
            type="button"
            ta="start"
            onClick={() =>
              go({ view: 'collection', accountId: account.id, collectionId: collection.id })
            }
          >
            {words.collection(collection.name, account.name)}
          </Anchor>
        </li>
      ))}
      {asked.faults.map(({ account, reason }) => (
        <li key={account.id} className={styles['soft']}>
          {words.notAsked(account.name, reason)}
        </li>
      ))}
    </ul>
  )
}

/** Never rejects: an account that does not answer is one line, and the others still count. */
const askAll = async (accounts: readonly AccountFacts[]): Promise<Asked> => {
  const answers = await Promise.all(
    accounts.map((account) =>
      call('collections.list', { accountId: account.id }).then(
        (collections) => ({ account, collections }),
        (error: unknown) => ({ account, reason: failureOf(error).message }),
      ),
    ),
  )
  return {
    lists: answers.filter((answer) => 'collections' in answer),
    faults: answers.filter((answer) => 'reason' in answer),
  }
}
