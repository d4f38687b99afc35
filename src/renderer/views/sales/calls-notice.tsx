import { Gauge } from 'lucide-react'
import { callsText } from '#shared/gateway-calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
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

/** Shown while sales take no reservation, because the gateway answers no more calls today. */
export const CallsNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  if (useGatewayUse(collectionRef.accountId)?.isUsedUp !== true) return null
  return (
    <section className={styles['walletNotice']} aria-label={words.title}>
      <Gauge size={18} aria-hidden />
      <div className={ui['message']}>{words.usedUp}</div>
    </section>
  )
}

/** What another open sale of this collection asks of the gateway, before it is made. */
export const CallsForecast = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const use = useGatewayUse(collectionRef.accountId)
  const { data } = useSales(collectionRef)
  if (use === undefined) return null
  const open = (data?.sales ?? []).filter(({ status }) => status === 'RESERVED').length + 1
  return <Note>{callsText(open, use.callsPerDay)}</Note>
}
