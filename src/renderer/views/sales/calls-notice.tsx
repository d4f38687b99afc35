import { Gauge } from 'lucide-react'
import { callsText } from '#contract/providers/gateway-calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.calls

/** The use of the gateways that a Local studio of a public network has; empty elsewhere. */
const useGatewayUses = (accountId: string) => {
  const chain = useAccounts().accounts.find(
    ({ id, kind }) => id === accountId && kind === 'local',
  )?.chain
  const { data } = useCall('gateways.usage', null)
  return (data ?? []).filter(({ network }) => network === chain)
}

/** Shown while the gateway is asked nothing, or less than usual, with what that means for sales. */
export const CallsNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const uses = useGatewayUses(collectionRef.accountId)
  const { data: forecast } = useCall('gateways.forecast', { accountId: collectionRef.accountId })
  const notices = uses.map((use) => noticeOf(use, forecast?.busyUntil))
  // As long as one gateway answers, nothing waits.
  const [notice] = notices.includes(undefined) ? [] : notices
  if (notice === undefined) return null
  return (
    <section className={styles['walletNotice']} aria-label={notice.title}>
      <Gauge size={18} aria-hidden />
      <div className={`${ui['grow']} ${ui['breakable']}`}>{notice.text}</div>
    </section>
  )
}

type Use = ReturnType<typeof useGatewayUses>[number]

const noticeOf = (
  { calls, callsPerDay, isUsedUp, bannedUntil }: Use,
  busyUntil: string | undefined,
): { readonly title: string; readonly text: string } | undefined => {
  if (bannedUntil !== null) return words.banned(utcClockText(bannedUntil))
  if (isUsedUp) return { title: words.title, text: words.usedUp }
  if (callsPerDay !== null && calls >= callsPerDay)
    return { title: words.title, text: words.overBudget }
  return busyUntil === undefined ? undefined : words.busy
}

const utcClockText = (time: string): string => `${time.slice(11, 16)} UTC`

/** What another sale asks of the gateway, with all that are open on its network, before it is made. */
export const CallsForecast = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('gateways.forecast', { accountId: collectionRef.accountId })
  if (data === undefined || data === null) return null
  return <Note>{callsText(data.openSales + 1, data.callsPerDay)}</Note>
}
