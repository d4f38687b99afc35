import { Box, Button, Flex } from '@mantine/core'
import { Signature } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedSigningEntry } from '#contract/signing/calls.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { requestEntries } from '#renderer/stores/menu-entries.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { isForAnotherVault, isWaitingRequest } from '#renderer/data/signing.ts'
import { text } from '#renderer/text/en.ts'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { NetworkBadge } from '../network-badge.tsx'
import { statedCid } from './thumbnails.tsx'
import { EntryState, SigningTimeLeft, titleOf, tokensText } from './entry-state.tsx'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing
const page = 25

/** Requests, newest first, each a button that opens it. */
export const EntryList = ({
  entries,
  label,
  children,
}: {
  readonly entries: readonly ListedSigningEntry[]
  readonly label: string
  /** Said where there is none. */
  readonly children?: ReactNode
}) => {
  const now = useNow(1000)
  const [shown, setShown] = useState(page)
  if (entries.length === 0) return <p className={ui['dimmed']}>{children}</p>
  return (
    <>
      <ul className={styles['entries']} aria-label={label}>
        {entries.slice(0, shown).map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} now={now} />
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + page)}>
          {words.olderOnes}
        </Button>
      )}
    </>
  )
}

const Entry = ({ entry, now }: { readonly entry: ListedSigningEntry; readonly now: number }) => {
  const go = useNavigation((store) => store.go)
  const { id, network, origin, originName, transactions, state, createdAt, expiresAt } = entry
  const from = words.origins[origin]
  const cid = statedCid(entry.cover)
  const [isMissing, setIsMissing] = useState(false)
  return (
    <button
      type="button"
      className={styles['entry']}
      onClick={() => go({ view: 'signing', requestId: id })}
      {...withMenu(titleOf(entry), () => requestEntries(entry))}
    >
      {cid === undefined || isMissing ? (
        <Box component="span" c="var(--ink-soft)" className={styles['noCover']}>
          <Signature size={20} strokeWidth={1.5} aria-hidden />
        </Box>
      ) : (
        <TokenImage cid={cid} alt="" size={96} isSmall onMissing={() => setIsMissing(true)} />
      )}
      <span className={ui['breakable']}>
        <Box component="span" display="block" fw={550}>
          {titleOf(entry)}
        </Box>
        <span className={ui['soft']}>
          {[
            entry.title === null ? undefined : tokensText(entry),
            transactions > 1 ? words.transactions(transactions) : undefined,
            originName === null ? from : words.cameFrom(from, originName),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
          {' · '}
          <When at={createdAt} />
        </span>
      </span>
      <span className={`${ui['soft']} ${styles['second']}`}>
        {network === null ? words.unknownNetwork : <NetworkBadge network={network} />}
      </span>
      <Flex component="span" align="center" justify="flex-end" wrap="wrap" gap="xs">
        {isWaitingRequest(entry) && expiresAt !== null && (
          <SigningTimeLeft expiresAt={expiresAt} now={now} />
        )}
        <EntryState state={state} isElsewhere={isForAnotherVault(entry)} />
      </Flex>
    </button>
  )
}
