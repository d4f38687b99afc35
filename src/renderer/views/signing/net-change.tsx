import { ArrowDownLeft, ArrowUpRight, CircleMinus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Box, Group } from '@mantine/core'
import { adaText } from '#values/text/format.ts'
import { areCounted, type NetChange as Change, netChangeOf } from '#contract/signing/net-change.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { assetLabel, quantityText } from './asset-text.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.netChange
const icons = { out: ArrowUpRight, in: ArrowDownLeft } as const

type Direction = keyof typeof icons

/**
 * What the vault of this computer gains or loses. A sign, a word and an arrow each say the direction,
 * so that it does not depend on colour. What goes out comes first, and every token of it is named.
 */
export const NetChangeLines = ({
  summaries,
  title,
  isBrief = false,
  policyNames,
}: {
  readonly summaries: Parameters<typeof netChangeOf>[0]
  readonly title: string
  /** In as few lines as it takes, beside a page that names each token that comes in. */
  readonly isBrief?: boolean
  /** Says the policy of what comes in, by its name where this computer knows it. */
  readonly policyNames?: Readonly<Record<string, string>>
}) => {
  const heading = useId()
  const { lovelace, assets, unprovedInputs } = netChangeOf(summaries)
  const groups = [...tokenGroups(assets, 'out'), ...tokenGroups(assets, 'in')]
  return (
    <div role="group" aria-labelledby={heading} className={ui[isBrief ? 'inline' : 'tight']}>
      <Box id={heading} fz="sm" fw={600}>
        {title}
      </Box>
      <ul className={`${ui[isBrief ? 'inline' : 'tight']} ${styles['netLines']}`}>
        {unprovedInputs > 0 && (
          <li data-severity="warning">
            <TriangleAlert size={18} aria-hidden />
            <strong>{words.unproved(unprovedInputs)}</strong>
          </li>
        )}
        {lovelace !== 0n && (
          <NetChangeRow direction={directionOf(lovelace)}>
            <Box component="strong" fz={isBrief ? 'md' : 'lg'}>
              {signed(lovelace, adaText(String(lovelace)))}
            </Box>
          </NetChangeRow>
        )}
        {groups.map(({ direction, policyId, its }) => (
          <NetChangeRow key={`${direction} ${policyId}`} direction={direction}>
            {isBrief && direction === 'in' && its.every(({ quantity }) => quantity === 1n) ? (
              <>
                <span>+{words.tokens(its.length)}</span>
                {policyNames !== undefined && (
                  <OfPolicy policyId={policyId} name={policyNames[policyId]} isBrief />
                )}
              </>
            ) : (
              <>
                <TokenNames tokens={its} isCounted={direction === 'in' && areCounted(its)} />
                <OfPolicy policyId={policyId} name={policyNames?.[policyId]} isBrief={isBrief} />
              </>
            )}
          </NetChangeRow>
        ))}
        {lovelace === 0n && groups.length === 0 && (
          <li>
            <CircleMinus size={18} aria-hidden />
            <span>{unprovedInputs === 0 ? words.nothing : words.nothingProved}</span>
          </li>
        )}
      </ul>
    </div>
  )
}

const TokenNames = ({
  tokens,
  isCounted,
}: {
  readonly tokens: Change['assets']
  readonly isCounted: boolean
}) =>
  isCounted ? (
    <span>+{words.oneEach(tokens.length)}</span>
  ) : (
    <ul className={styles['names']}>
      {tokens.map((asset) => (
        <li key={asset.nameHex}>
          {signed(asset.quantity, words.times(quantityText(asset.quantity), assetLabel(asset)))}
        </li>
      ))}
    </ul>
  )

const OfPolicy = ({
  policyId,
  name,
  isBrief,
}: {
  readonly policyId: string
  readonly name: string | undefined
  readonly isBrief: boolean
}) => (
  <span className={`${ui['soft']} ${ui['breakable']}`}>
    {isBrief && name !== undefined ? (
      words.named(name)
    ) : (
      <>
        {words.policy}{' '}
        <Hash whole={!isBrief} value={policyId} what={text.signing.mint.policy} onCopy={copy} />
      </>
    )}
  </span>
)

const NetChangeRow = ({
  direction,
  children,
}: {
  readonly direction: Direction
  readonly children: ReactNode
}) => {
  const Icon = icons[direction]
  return (
    <li data-direction={direction}>
      <Icon size={18} aria-hidden />
      <Group align="baseline" gap="4px 12px" miw={0}>
        <span className={ui['dimmed']}>{words[direction]}</span>
        {children}
      </Group>
    </li>
  )
}

const directionOf = (amount: bigint): Direction => (amount < 0n ? 'out' : 'in')

/** Numbers that are not negative have no sign of their own. */
const signed = (amount: bigint, written: string): string => (amount > 0n ? `+${written}` : written)

const tokenGroups = (assets: Change['assets'], direction: Direction) =>
  [
    ...Map.groupBy(
      assets.filter(({ quantity }) => directionOf(quantity) === direction),
      ({ policyId }) => policyId,
    ),
  ].map(([policyId, its]) => ({ direction, policyId, its }))
