import { ExternalLink } from 'lucide-react'
import type { EventView } from '#contract/events/calls.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import styles from '../events.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.detail

export const EventTransactions = ({ transactions }: Pick<EventView, 'transactions'>) => (
  <section>
    <h3 className={styles['part']}>{words.transactions}</h3>
    <ul className={ui['plainList']}>
      {transactions.map(({ txId, pages }) => (
        <li key={txId} className={styles['transaction']}>
          <Hash value={txId} what={words.transaction} onCopy={copy} />
          {pages.map(({ network, url }) => (
            <a key={network} className={styles['link']} href={url} target="_blank" rel="noreferrer">
              {words.open(text.common.networks[network])}
              <ExternalLink size={14} aria-hidden />
            </a>
          ))}
        </li>
      ))}
    </ul>
  </section>
)
