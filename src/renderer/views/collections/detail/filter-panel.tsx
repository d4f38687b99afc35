import { Box, Button, Checkbox, Flex, Group, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { numberText } from '#values/text/format.ts'
import {
  noFilter,
  type PriceState,
  type TokenFilter,
  useCollection,
} from '#renderer/stores/collection.ts'
import { text } from '#renderer/text/en.ts'
import { tokenStatusText } from '#contract/tokens/token-state.ts'
import styles from '../collection.module.css'
import { readAda } from '#values/amounts/ada-amount.ts'
import { choicesIn, type Facet, tokenFacetsOf, toggled } from './filter.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.tokenList

const fewValues = 6
/** With more check boxes than this, only the facet's search helps. */
const maxValues = 200

/** Status and tag values, each with the number of tokens that it would leave. */
export const FilterPanel = ({
  id,
  tokens,
  filter: shownFilter,
}: {
  readonly id: string
  readonly tokens: readonly TokenRow[]
  /** The filter of the current list, which may lag behind the input. */
  readonly filter: TokenFilter
}) => {
  const { filter, change } = useCollection()
  const facets = useMemo(() => tokenFacetsOf(tokens, shownFilter), [tokens, shownFilter])
  const choose = (choice: Partial<TokenFilter>) => change({ filter: { ...filter, ...choice } })
  return (
    <section id={id} className={styles['filters']} aria-label={words.filterPanel} tabIndex={0}>
      <FacetChoices
        title={words.status}
        facet={facets.statuses}
        chosen={filter.statuses}
        labelOf={tokenStatusText}
        onToggle={(status) => choose({ statuses: toggled(filter.statuses, status) })}
      />
      {facets.prices.values.some(({ value }) => value === 'priced') && (
        <>
          <FacetChoices
            title={words.price}
            facet={facets.prices}
            chosen={filter.prices}
            labelOf={priceStateText}
            onToggle={(state) =>
              isPriceState(state) && choose({ prices: toggled(filter.prices, state) })
            }
          />
          <PriceRange range={filter.priceRange} onChange={(priceRange) => choose({ priceRange })} />
        </>
      )}
      {facets.attributes.map((facet) => (
        <FacetChoices
          key={facet.name}
          title={facet.name}
          facet={facet}
          chosen={filter.values[facet.name] ?? []}
          onToggle={(value) =>
            choose({
              values: {
                ...filter.values,
                [facet.name]: toggled(filter.values[facet.name] ?? [], value),
              },
            })
          }
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={choicesIn(filter) === 0}
        onClick={() =>
          change({ filter: { ...noFilter, search: filter.search, order: filter.order } })
        }
      >
        {words.clear}
      </Button>
    </section>
  )
}

const isPriceState = (value: string): value is PriceState => Object.hasOwn(words.prices, value)
const priceStateText = (value: string): string =>
  isPriceState(value) ? words.prices[value] : value

type Range = TokenFilter['priceRange']

const PriceRange = ({
  range,
  onChange,
}: {
  readonly range: Range
  readonly onChange: (range: Range) => void
}) => (
  <Group gap="xs" wrap="nowrap">
    {(['from', 'to'] as const).map((end) => (
      <TextInput
        key={end}
        size="xs"
        inputMode="decimal"
        aria-label={words.priceRange[end].label}
        placeholder={words.priceRange[end].placeholder}
        value={range[end]}
        error={range[end].trim() !== '' && readAda(range[end]).error !== undefined}
        onChange={(event) => onChange({ ...range, [end]: event.currentTarget.value })}
      />
    ))}
  </Group>
)

const FacetChoices = ({
  title,
  facet,
  chosen,
  labelOf = (value) => value,
  onToggle,
}: {
  readonly title: string
  readonly facet: Facet
  /** The current choices; the counts may lag behind. */
  readonly chosen: readonly string[]
  readonly labelOf?: (value: string) => string
  readonly onToggle: (value: string) => void
}) => {
  const [search, setSearch] = useState('')
  const [isLong, setLong] = useState(false)
  const wanted = search.trim().toLowerCase()
  const found = facet.values.filter(({ value }) => value.toLowerCase().includes(wanted))
  const most = isLong || wanted !== '' ? maxValues : fewValues
  // A chosen value is always shown, so that it can be removed.
  const shown = found.filter(({ value }, index) => index < most || chosen.includes(value))
  return (
    <fieldset className={styles['facet']}>
      <Box component="legend" mb={4} fz="sm" fw={600} className={ui['breakable']}>
        {title}
      </Box>
      {facet.values.length > 20 && (
        <TextInput
          size="xs"
          aria-label={words.findValue(title)}
          placeholder={text.common.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.map(({ value, count }) => (
        <Flex
          key={value}
          align="flex-start"
          justify="space-between"
          gap="xs"
          className={ui['breakable']}
        >
          <Checkbox
            size="xs"
            label={<span title={labelOf(value)}>{labelOf(value)}</span>}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
          <span className={ui['small']}>{numberText(count)}</span>
        </Flex>
      ))}
      {wanted === '' && facet.values.length > fewValues && (
        <Button variant="subtle" size="compact-xs" onClick={() => setLong(!isLong)}>
          {isLong ? words.fewerValues : words.allValues(facet.values.length)}
        </Button>
      )}
      {(isLong || wanted !== '') && found.length > maxValues && (
        <p className={ui['small']}>{words.moreValues(found.length - maxValues)}</p>
      )}
    </fieldset>
  )
}
