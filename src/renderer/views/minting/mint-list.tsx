import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { Ban, Crown, Stamp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Box, Group, Stack } from '@mantine/core'
import type { TokenRow } from '#contract/collections/calls.ts'
import type { MintSummary } from '#contract/mints/calls.ts'
import { naturalOrder } from '#values/text/text.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { mintEntries } from '#renderer/stores/menu-entries.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { NamedPicture } from '#renderer/ui/named-picture.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { countConfirmed, countsOf, MintBadge, stateTextOf, whatOf } from './mint-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.list
const noMints: readonly MintSummary[] = []

/** Every mint of the collection, newest first, and what else its keys signed. */
export const MintList = ({
  collectionRef,
  action,
}: {
  readonly collectionRef: CollectionRef
  /** What begins the first one, where there is none. */
  readonly action: ReactNode
}) => {
  const { data, error, refetch } = useCall('minting.list', collectionRef)
  const { go } = useNavigation()
  const hasConfirmed = useHasWidth('1000px')
  const { tokens } = useTokens(collectionRef)
  const columns = useMemo(() => {
    const known = new Map(tokens.map((token) => [token.id, token]))
    return columnsOf(hasConfirmed, (id) => known.get(id))
  }, [hasConfirmed, tokens])
  const { canMint, mints = noMints } = data ?? {}
  if (canMint === false)
    return (
      <Empty
        icon={<Ban size={40} strokeWidth={1.25} aria-hidden />}
        title={text.minting.form.unsupported.title}
      >
        {text.minting.form.unsupported.text}
      </Empty>
    )
  return (
    <Stack gap="sm" className={ui['fill']}>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {canMint === undefined && error === null && <Waiting />}
      {canMint === true && mints.length === 0 && (
        <Empty
          icon={<Stamp size={40} strokeWidth={1.25} aria-hidden />}
          title={words.empty.title}
          action={action}
        >
          {words.empty.text}
        </Empty>
      )}
      {mints.length > 0 && (
        <>
          <VirtualTable
            rows={mints}
            columns={columns}
            rowKey={({ id }) => id}
            label={words.title}
            rowHeight={56}
            onOpen={({ id }) => go({ view: 'mint', ...collectionRef, mintId: id })}
            menuOf={(mint) => withMenu(whatOf(mint), () => mintEntries(mint, collectionRef))}
          />
          <Group
            justify="space-between"
            gap="sm"
            mih="1.75rem"
            wrap="nowrap"
            className={ui['soft']}
          >
            <span role="status">{words.count(countsOf(mints))}</span>
          </Group>
        </>
      )}
    </Stack>
  )
}

type KnownToken = (id: string) => TokenRow | undefined

/** A mint as it is recognised: by its first image and a few names. */
const MintedCell = ({
  mint,
  tokenOf,
}: {
  readonly mint: MintSummary
  readonly tokenOf: KnownToken
}) => {
  const first = mint.firstTokens.flatMap((id) => tokenOf(id) ?? [])
  const names = first.map(({ name }) => name)
  return (
    <NamedPicture
      picture={
        <Box component="span" ta="center" className={ui['thumb'] ?? ''}>
          {first[0] !== undefined && <TokenImage cid={first[0].cid} alt="" size={96} isSmall />}
          {mint.kind === 'royalty' && <Crown size={20} strokeWidth={1.5} aria-hidden />}
        </Box>
      }
      name={whatOf(mint)}
      second={names.length === 0 ? null : words.names(names, mint.tokenCount - names.length)}
    />
  )
}

const columnsOf = (hasConfirmed: boolean, tokenOf: KnownToken): readonly Column<MintSummary>[] => [
  {
    key: 'what',
    title: words.columns.what,
    width: 'minmax(7rem, 1fr)',
    cell: (mint) => <MintedCell mint={mint} tokenOf={tokenOf} />,
    sort: (a, b) => naturalOrder(whatOf(a), whatOf(b)),
  },
  {
    key: 'state',
    title: words.columns.state,
    width: 'minmax(9rem, 11rem)',
    cell: (mint) => <MintBadge mint={mint} />,
    sort: (a, b) => naturalOrder(stateTextOf(a), stateTextOf(b)),
  },
  ...(hasConfirmed ? [confirmedColumn] : []),
  {
    key: 'started',
    title: words.columns.started,
    width: 'minmax(9.5rem, 11rem)',
    cell: ({ created_at: at }) => <When at={at} />,
    sort: (a, b) => naturalOrder(a.created_at, b.created_at),
  },
]

const confirmedColumn: Column<MintSummary> = {
  key: 'confirmed',
  title: words.columns.confirmed,
  width: '7rem',
  align: 'end',
  cell: (mint) => words.confirmed(countConfirmed(mint), mint.transactions.length),
  sort: (a, b) =>
    countConfirmed(a) - countConfirmed(b) || a.transactions.length - b.transactions.length,
}
