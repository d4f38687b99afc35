import { Gauge } from 'lucide-react'
import { callsText } from '#shared/gateway-calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.calls

/** The use of the gateway that a Local studio of a public network has; undefined elsewhere. */
const useGatewayUse = (accountId: string) => {
  const chain = useAccounts().accounts.find(
    ({ id, kind }) => id === accountId && kind === 'local',
  )?.chain
  const { data } = useCall('gateways.usage', null)
  return data?.find(({ network }) => network === chain)
}

/** Shown while sales take no reservation, because the calls of the day or their budget are used up. */
export const CallsNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const use = useGatewayUse(collectionRef.accountId)
  if (use === undefined) return null
  const isOverBudget = use.callsPerDay !== null && use.calls >= use.callsPerDay
  if (!use.isUsedUp && !isOverBudget) return null
  return (
    <section className={styles['walletNotice']} aria-label={words.title}>
      <Gauge size={18} aria-hidden />
      <div className={ui['message']}>{use.isUsedUp ? words.usedUp : words.overBudget}</div>
    </section>
  )
}

/** What another sale asks of the gateway, with all that are open on its network, before it is made. */
export const CallsForecast = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('gateways.forecast', { accountId: collectionRef.accountId })
  if (data === undefined || data === null) return null
  return <Note>{callsText(data.openSales + 1, data.callsPerDay)}</Note>
}
