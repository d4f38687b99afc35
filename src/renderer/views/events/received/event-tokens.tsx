import type { EventView } from '#contract/events/calls.ts'
import { text } from '#renderer/text/en.ts'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import styles from '../events.module.css'

const words = text.events.detail
const most = 12

export const EventTokens = ({
  tokens,
  total,
}: {
  readonly tokens: EventView['all']
  readonly total: number
}) => (
  <section>
    <h3 className={styles['part']}>{words.tokens}</h3>
    <ul className={styles['tokens']}>
      {tokens.slice(0, most).map(({ name, cid }, index) => (
        // Two tokens of an event may read the same, and they never change.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles['token']}>
          <TokenImage cid={cid} alt="" size={320} />
          <CutText>{name === '' ? words.noName : name}</CutText>
        </li>
      ))}
    </ul>
    {total > most && <p className={styles['soft']}>{words.moreTokens(total - most)}</p>}
  </section>
)
