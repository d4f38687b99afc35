import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { CollectionDetails, TokenView, TokenRow } from '#contract/collections/calls.ts'
import { countTraits, type Trait } from '#values/rarity/rarity.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList } from '#renderer/ui/page.tsx'
import { TraitTable } from '../../trait-table.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.token

/** A token's attributes, each with the number of tokens of the collection that share its value. */
export const TokenTraits = ({
  collectionRef,
  row,
  token,
}: {
  readonly collectionRef: CollectionRef
  readonly row: TokenRow
  readonly token: TokenView | undefined
}) => {
  const { tokens, isLoading } = useTokens(collectionRef)
  const counts = useMemo(() => countTraits(tokens.map(({ attributes }) => attributes)), [tokens])
  const countOf = ({ name, value }: Trait): number => counts.get(name)?.get(value) ?? 1
  // A share of those loaded so far would be wrong.
  const all = isLoading ? undefined : tokens.length
  const custom = new Set(Object.keys(token?.custom_attributes ?? {}))
  const own = row.attributes.filter(({ name }) => !custom.has(name))
  const others = row.attributes.filter(({ name }) => custom.has(name))
  const { data: collection } = useCall('collections.get', collectionRef)
  const shared = useMemo(() => sharedTraits(collection), [collection])
  return (
    <Stack gap="lg">
      {row.attributes.length === 0 && <p className={ui['soft']}>{words.noAttributes}</p>}
      {own.length > 0 && <TraitTable traits={own} countOf={countOf} all={all} />}
      {others.length > 0 && (
        <section>
          <h3 className={ui['heading']}>{words.custom}</h3>
          <TraitTable traits={others} countOf={countOf} all={all} />
        </section>
      )}
      {shared.length > 0 && (
        <section>
          <h3 className={ui['heading']}>{words.shared}</h3>
          <DetailList entries={shared} />
        </section>
      )}
    </Stack>
  )
}

/** The attributes whose text the collection gives all of its tokens alike: those without a tag. */
const sharedTraits = (
  collection: CollectionDetails | undefined,
): readonly (readonly [name: string, value: string])[] =>
  Object.entries(collection?.metadata?.attributes ?? {}).filter(
    ([, value]) => value !== '' && !/<[^<>]+>/u.test(value),
  )
