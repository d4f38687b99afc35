import { Button, Tooltip } from '@mantine/core'
import { WifiOff } from 'lucide-react'
import { useIsOffline } from '#renderer/data/app.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { Empty, Page } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from './frame.module.css'

const words = text.frame.offline

/** Shown in every view when the app is offline. */
export const OfflineNotice = () => {
  const isOffline = useIsOffline()
  if (!isOffline) return null
  return (
    <section className={styles['offline']} aria-label={words.state}>
      <Tooltip label={words.hint}>
        <div>
          <StatusBadge tone="accent" icon={WifiOff}>
            {words.state}
          </StatusBadge>
        </div>
      </Tooltip>
    </section>
  )
}

/** Replaces a view whose content comes from a service. */
export const OfflineView = ({ title }: { readonly title: string }) => {
  const { go } = useNavigation()
  return (
    <Page title={title}>
      <Empty
        icon={<WifiOff size={40} strokeWidth={1.25} aria-hidden />}
        title={words.title}
        action={
          <Button variant="default" onClick={() => go({ view: 'policies' })}>
            {text.frame.policies}
          </Button>
        }
      >
        {words.text} {words.how}
      </Empty>
    </Page>
  )
}
