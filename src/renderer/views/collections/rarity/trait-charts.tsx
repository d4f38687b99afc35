import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { TraitShare } from '#values/rarity/collection-rarity.ts'
import { numberText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.rarity

/** Values of one trait in its chart and its table; the saved ranks have all of them. */
const shownValues = 8
/** Pixels of a bar with its gap. */
const barHeight = 26

/** Where the bars begin: small differences of large counts can be seen, and the counts stand beside them. */
const barStart = (counts: readonly number[]): number => {
  const least = Math.min(...counts)
  const most = Math.max(...counts)
  return least === most ? 0 : Math.max(0, 2 * least - most)
}

/** How many tokens have each value of each trait, as images; a table below says the same. */
export const TraitCharts = ({
  traits,
  all,
}: {
  readonly traits: readonly TraitShare[]
  readonly all: number
}) => traits.map((trait) => <TraitSheet key={trait.name} trait={trait} all={all} />)

const TraitSheet = ({ trait, all }: { readonly trait: TraitShare; readonly all: number }) => {
  const { name, values, absent } = trait
  const shown = values.slice(0, shownValues)
  const rest = values.length - shown.length
  const rows = [...shown, ...(absent === 0 ? [] : [{ value: words.absent, count: absent }])]
  return (
    <Sheet title={name}>
      <div role="img" aria-label={words.chart(name, values.length)}>
        <BarChart
          h={rows.length * barHeight}
          data={rows.map(({ value, count }) => ({ value, [words.tokens]: count }))}
          dataKey="value"
          orientation="vertical"
          series={[{ name: words.tokens, color: 'var(--accent)' }]}
          barProps={{ isAnimationActive: false, maxBarSize: 16 }}
          textColor="var(--ink-soft)"
          gridAxis="none"
          withXAxis={false}
          withBarValueLabel
          valueLabelProps={{ position: 'right', fill: 'var(--ink-soft)' }}
          valueFormatter={numberText}
          barChartProps={{ margin: { top: 0, bottom: 0, right: 48 } }}
          yAxisProps={{ width: 96 }}
          xAxisProps={{ domain: [barStart(rows.map(({ count }) => count)), 'dataMax'] }}
          accessibilityLayer={false}
        />
      </div>
      <table className={`${ui['table']} ${ui['unseen']}`}>
        <thead>
          <tr>
            <th>{words.value}</th>
            <th>{words.tokens}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, count }) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              <td>{words.share(count, all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={ui['soft']}>{words.more(rest)}</p>}
    </Sheet>
  )
}
