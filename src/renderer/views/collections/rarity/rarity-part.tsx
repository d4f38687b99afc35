import { Box, Button, Group, Switch } from '@mantine/core'
import { ChartColumnDecreasing, Save } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import {
  type CollectionRarity,
  rankCollection,
  type RankedToken,
} from '#values/rarity/collection-rarity.ts'
import type { TokenRow } from '#contract/collections/calls.ts'
import { numberText, roundedText } from '#values/text/format.ts'
import { call } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { change } from '#renderer/data/change.ts'
import { canChange } from '#renderer/data/token-status.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { openTokensAsTable } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Boundary } from '#renderer/ui/boundary.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { Waiting } from '#renderer/ui/waiting.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from './rarity.module.css'

const words = text.rarity

/** The charts and their library come when somebody looks at them: the start needs neither. */
const TraitCharts = lazy(async () => {
  const { TraitCharts: component } = await import('./trait-charts.tsx')
  return { default: component }
})

/** How rare the tokens of a collection are: their ranks, and the traits that decide them. */
export const RarityPart = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { loaded, tokens, error, refetch } = useTokens(collectionRef)
  // Ranks of those loaded so far would be wrong.
  const rarity = useMemo(
    () => (loaded?.cursor === null ? rankCollection(loaded.rows.map(withTraits)) : undefined),
    [loaded],
  )
  const { go } = useNavigation()
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (rarity === undefined)
    return (
      <div role="status">
        <Waiting />
        <p className={ui['soft']}>{words.loading}</p>
      </div>
    )
  if (rarity.tokens.length === 0)
    return (
      <Empty
        icon={<ChartColumnDecreasing size={28} aria-hidden />}
        title={words.none}
        action={
          <Button variant="default" onClick={() => go({ view: 'import', ...collectionRef })}>
            {words.toImport}
          </Button>
        }
      >
        {words.noneText}
      </Empty>
    )
  if (rarity.traits.length === 0) return <NoTraits collectionRef={collectionRef} tokens={tokens} />
  return <Ranked collectionRef={collectionRef} rarity={rarity} />
}

/** Attributes are added in a table of all tokens that the chain has not fixed. */
const NoTraits = ({
  collectionRef,
  tokens,
}: {
  readonly collectionRef: CollectionRef
  readonly tokens: readonly TokenRow[]
}) => {
  const isEditable = tokens.some(canChange)
  return (
    <Empty
      icon={<ChartColumnDecreasing size={28} aria-hidden />}
      title={words.noTraits}
      action={
        isEditable && (
          <Button
            variant="default"
            onClick={() => void attempt(() => openTokensAsTable(collectionRef))}
          >
            {words.addTraits}
          </Button>
        )
      }
    >
      {isEditable ? words.noTraitsText : words.noTraitsFixed}
    </Empty>
  )
}

type RarityRow = RankedToken<ReturnType<typeof withTraits>>

const withTraits = ({ id, asset_name: assetName, name, cid, attributes: traits }: TokenRow) => ({
  id,
  assetName,
  name,
  cid,
  traits,
})

const Ranked = ({
  collectionRef,
  rarity,
}: {
  readonly collectionRef: CollectionRef
  readonly rarity: CollectionRarity<RarityRow>
}) => {
  const isWide = useHasWidth('64rem')
  const save = async () => {
    const path = await attempt(() => call('tokens.saveRarity', collectionRef))
    if (path !== undefined && path !== null) useNotices.getState().notify('good', words.saved(path))
  }
  return (
    <div className={ui['fill']}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Box component="p" flex="1 1 20rem" className={ui['soft']} title={words.method}>
          {words.lead}
        </Box>
        <Group gap="sm" wrap="nowrap">
          <PublishSwitch collectionRef={collectionRef} />
          <IconButton size="xs" icon={Save} iconSize={14} onClick={() => void save()}>
            {words.save}
          </IconButton>
        </Group>
      </Group>
      <div className={styles['parts']}>
        <section className={styles['traits']} aria-label={words.traits} tabIndex={0}>
          <Boundary resetOn={rarity} fallback={() => <Note>{words.noCharts}</Note>}>
            <Suspense fallback={<Waiting />}>
              <TraitCharts traits={rarity.traits} all={rarity.tokens.length} />
            </Suspense>
          </Boundary>
        </section>
        <div className={ui['fill']}>
          <VirtualTable
            rows={rarity.tokens}
            columns={isWide ? columns : columns.filter(({ key }) => key !== 'unique')}
            rowKey={({ id }) => id}
            label={words.ranks}
            rowHeight={48}
          />
        </div>
      </div>
    </div>
  )
}

/** Only the studio has payment pages of Coldpress, and says whether they show ranks. */
const PublishSwitch = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('collections.get', collectionRef)
  if (data?.rarity_published === undefined) return null
  return (
    <Switch
      size="xs"
      label={words.publish}
      checked={data.rarity_published}
      onChange={(event) => {
        const isPublished = event.currentTarget.checked
        void attempt(() => change('collections.publishRarity', { ...collectionRef, isPublished }))
      }}
    />
  )
}

const columns: readonly Column<RarityRow>[] = [
  {
    key: 'rank',
    title: words.rank,
    width: '4.75rem',
    align: 'end',
    sort: (a, b) => a.rank - b.rank,
    cell: ({ rank }) => numberText(rank),
  },
  {
    key: 'token',
    title: words.token,
    width: 'minmax(7rem, 2fr)',
    sort: (a, b) => a.name.localeCompare(b.name),
    cell: ({ name, assetName, cid }) => (
      <NamedPicture picture={<Thumb cid={cid} />} name={name} second={assetName} />
    ),
  },
  {
    key: 'unique',
    title: <span title={words.uniqueHint}>{words.unique}</span>,
    width: '6.5rem',
    align: 'end',
    sort: (a, b) => a.unique - b.unique,
    cell: ({ unique }) => numberText(unique),
  },
  {
    key: 'score',
    title: words.score,
    width: '5rem',
    align: 'end',
    sort: (a, b) => a.score - b.score,
    cell: ({ score }) => roundedText(score, 2),
  },
]
