import { Anchor, Flex } from '@mantine/core'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { AccountView } from '#contract/accounts/account.ts'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { callQuery } from '#renderer/data/call-query.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { collectionsUnder } from './policy-search.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.usedBy

type Asked = {
  readonly lists: readonly {
    readonly account: AccountView
    readonly collections: readonly CollectionDetails[]
  }[]
  readonly errors: readonly { readonly account: AccountView; readonly reason: string }[]
}

/** The collections of every account, once each has answered or failed. */
export const useAllCollections = (): Asked | undefined => {
  const { accounts } = useAccounts()
  const answers = useQueries({
    queries: accounts.map(({ id }) => callQuery('collections.list', { accountId: id })),
  })
  return answers.some(({ isPending }) => isPending) ? undefined : askedOf(accounts, answers)
}

/** The collections of every account that stand under this policy. */
export const UsedBy = ({ policyId }: { readonly policyId: string }) => {
  const asked = useAllCollections()
  return (
    <Sheet title={words.title}>
      {asked === undefined ? (
        <div className={ui['dimmed']} role="status">
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
    <Flex component="ul" direction="column" align="flex-start" gap={4}>
      {using.length === 0 && <li className={ui['dimmed']}>{words.none}</li>}
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
      {asked.errors.map(({ account, reason }) => (
        <li key={account.id} className={ui['dimmed']}>
          {words.notAsked(account.name, reason)}
        </li>
      ))}
    </Flex>
  )
}

/** An account that does not answer is one line, and the others still count. */
const askedOf = (
  accounts: readonly AccountView[],
  answers: readonly UseQueryResult<readonly CollectionDetails[]>[],
): Asked => {
  const of = accounts.map((account, index) => ({
    account,
    data: answers[index]?.data,
    error: answers[index]?.error,
  }))
  return {
    lists: of.flatMap(({ account, data }) =>
      data === undefined ? [] : [{ account, collections: data }],
    ),
    errors: of.flatMap(({ account, error }) =>
      error === null || error === undefined ? [] : [{ account, reason: error.message }],
    ),
  }
}
