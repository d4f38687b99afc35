import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InboxView } from '#contract/events/inbox-calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import styles from '../settings.module.css'
import { InboxForm } from './inbox-form.tsx'
import { InboxSecret } from './inbox-secret.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.inbox

/** The inbox of one account: whether it listens, where, and what its deliveries are signed with. */
export const InboxSheet = ({
  inbox,
  name,
}: {
  readonly inbox: InboxView
  readonly name: string
}) => (
  <Sheet
    title={
      <span className={styles['inline']}>
        <CutText>{name}</CutText>
        <StatusBadge {...badges[inbox.state]}>{words.states[inbox.state]}</StatusBadge>
      </span>
    }
    hint={inbox.message}
  >
    <div className={ui['stack']}>
      <DetailList entries={entriesOf(inbox)} />
      <InboxForm inbox={inbox} name={name} />
      <InboxSecret inbox={inbox} name={name} />
    </div>
  </Sheet>
)

const badges = {
  off: { tone: 'plain', icon: CircleDashed },
  listening: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const

const entriesOf = (inbox: InboxView): readonly (readonly [string, ReactNode])[] => {
  const { url, received, lastReceivedAt, lastError } = inbox
  return [
    ...(url === null
      ? []
      : [
          [
            words.address,
            <Hash key="url" value={url} what={words.addressName} onCopy={copy} whole />,
          ] as const,
          [words.received, words.receivedText(received)] as const,
        ]),
    ...(lastReceivedAt === null
      ? []
      : [[words.last, <When key="last" at={lastReceivedAt} />] as const]),
    ...(lastError === null
      ? []
      : [
          [
            words.lastError,
            <span key="refused" className={styles['inline']}>
              <When at={lastError.at} />
              <span className={ui['breakable']}>
                {words.lastErrorText(lastError.status, lastError.reason)}
              </span>
            </span>,
          ] as const,
        ]),
  ]
}
