import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useAccountSales } from '#renderer/data/account-sales.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { TabbedPage } from '#renderer/ui/tabbed-page.tsx'
import { AccountChoice } from '../collections/account-choice.tsx'
import { AccountSalesList } from './account-sales-list.tsx'
import { Analytics } from './analytics/analytics-part.tsx'

const words = text.sales.all

/** What is sold from all collections of an account, and what it brought. */
export const SalesView = ({ tab = 'links' }: { readonly tab: Route<'sales'>['tab'] }) => {
  const { go } = useNavigation()
  const { accounts, chosen, choose } = useAccounts()
  return (
    <TabbedPage
      title={text.sales.part}
      actions={
        accounts.length > 1 && (
          <AccountChoice accounts={accounts} value={chosen} onChange={choose} />
        )
      }
      tabs={[
        {
          name: 'links',
          label: words.tab,
          fixed: true,
          content: <AccountSalesList key={chosen} accountId={chosen} />,
        },
        {
          name: 'analytics',
          label: text.sales.analytics.show,
          fixed: true,
          content: <AccountAnalytics key={chosen} accountId={chosen} />,
        },
      ]}
      tab={tab}
      onOpen={(name) => go({ view: 'sales', tab: name })}
    />
  )
}

const AccountAnalytics = ({ accountId }: { readonly accountId: string }) => {
  const { go } = useNavigation()
  const { data } = useAccountSales(accountId)
  const sales = useMemo(() => data?.sales.map(({ sale }) => sale), [data])
  return (
    <Analytics
      of={{ accountId, collectionId: null }}
      sales={sales}
      action={<Button onClick={() => go({ view: 'collections' })}>{words.toCollections}</Button>}
    />
  )
}
